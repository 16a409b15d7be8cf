//! The texts of the files of an installation. Paths and URLs in them were checked before: they need no quotes.

use std::path::Path;

/// All settings with comments; those of the installation are set.
const CONFIG: &str = include_str!("../../../../docs/florin.toml");

pub struct ConfigValues<'a> {
    pub database: &'a Path,
    pub secrets: &'a Path,
    pub backups: &'a Path,
    pub public_url: &'a str,
}

pub fn config(values: &ConfigValues<'_>) -> String {
    let set = [
        ("database_url", format!("\"sqlite:{}\"", values.database.display())),
        ("secrets_file", format!("\"{}\"", values.secrets.display())),
        ("public_url", format!("\"{}\"", values.public_url)),
        ("behind_proxy", "true".to_owned()),
        ("backup_folder", format!("\"{}\"", values.backups.display())),
    ];
    let line = |line: &str| {
        let name = line.strip_prefix('#').and_then(|setting| setting.split_once(" = ")).map(|(name, _)| name);
        match set.iter().find(|(known, _)| Some(*known) == name) {
            Some((name, value)) => format!("{name} = {value}\n"),
            None => format!("{line}\n"),
        }
    };
    CONFIG.lines().map(line).collect()
}

/// The server as systemd runs it.
pub struct Service<'a> {
    pub program: &'a Path,
    pub config: &'a Path,
    pub data: &'a Path,
}

impl Service<'_> {
    pub fn of_system(&self) -> String {
        format!(
            "[Unit]
Description=Florin payout service
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
{}User=florin
Group=florin

# Limits what the server can access on this machine.
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ReadWritePaths={}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service

[Install]
WantedBy=multi-user.target
",
            self.common(),
            self.data.display()
        )
    }

    pub fn of_user(&self) -> String {
        format!(
            "# Copy this file to ~/.config/systemd/user/, then: systemctl --user enable --now florin

[Unit]
Description=Florin payout service

[Service]
{}NoNewPrivileges=yes

[Install]
WantedBy=default.target
",
            self.common()
        )
    }

    fn common(&self) -> String {
        format!(
            "ExecStart={} serve --config {}
Restart=always
RestartSec=2
# Running requests get 10 seconds, and then the server writes pending data.
TimeoutStopSec=30
LimitNOFILE=65536
UMask=0077
",
            self.program.display(),
            self.config.display()
        )
    }
}

/// The proxy in front, which terminates TLS.
pub struct Proxy<'a> {
    pub public_url: &'a str,
}

impl Proxy<'_> {
    pub fn caddy(&self) -> String {
        format!(
            "# A complete Caddyfile: Caddy gets the certificate by itself, and sets X-Forwarded-For.
{} {{
\trequest_body {{
\t\tmax_size 2MB
\t}}
\treverse_proxy 127.0.0.1:8080 {{
\t\t# Event streams arrive as they happen.
\t\tflush_interval -1
\t}}
}}
",
            self.public_url
        )
    }

    pub fn nginx(&self) -> String {
        let name = self.host();
        format!(
            "# For nginx, with a certificate from certbot. nginx needs the certificate before it starts:
#   certbot certonly --standalone -d {name}
#   cp nginx.conf.example /etc/nginx/sites-enabled/florin && nginx -t && systemctl reload nginx
#   certbot reconfigure --cert-name {name} --webroot -w /var/www/html   # for renewals, beside nginx
server {{
    listen 443 ssl;
    listen [::]:443 ssl;
    server_name {name};
    ssl_certificate /etc/letsencrypt/live/{name}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/{name}/privkey.pem;
    client_max_body_size 2m;

    location / {{
        proxy_pass http://127.0.0.1:8080;
        proxy_http_version 1.1;
        proxy_set_header Connection \"\";
        proxy_set_header Host $host;
        # Florin uses the last entry, which nginx adds.
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        # Event streams arrive as they happen.
        proxy_buffering off;
        proxy_read_timeout 1h;
    }}
}}
server {{
    listen 80;
    listen [::]:80;
    server_name {name};

    location /.well-known/acme-challenge/ {{
        root /var/www/html;
    }}
    location / {{
        return 301 https://$host$request_uri;
    }}
}}
"
        )
    }

    /// The host alone: no scheme, no port.
    fn host(&self) -> &str {
        let authority = self.public_url.split_once("://").map_or(self.public_url, |(_, authority)| authority);
        match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            Some(_) | None => authority,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CONFIG, ConfigValues, Proxy, config};
    use std::path::Path;

    #[test]
    fn the_config_is_the_documented_one_with_five_settings() {
        let text = config(&ConfigValues {
            database: Path::new("/d/florin.db"),
            secrets: Path::new("/c/secrets"),
            backups: Path::new("/b"),
            public_url: "https://pay.example.com",
        });
        let set: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert_eq!(
            set,
            [
                "database_url = \"sqlite:/d/florin.db\"",
                "secrets_file = \"/c/secrets\"",
                "public_url = \"https://pay.example.com\"",
                "behind_proxy = true",
                "backup_folder = \"/b\"",
            ]
        );
        assert_eq!(text.lines().count(), CONFIG.lines().count());
    }

    #[test]
    fn a_host_is_what_is_between_the_scheme_and_the_port() {
        for (public_url, host) in [
            ("https://pay.example.com", "pay.example.com"),
            ("https://pay.example.com:8443", "pay.example.com"),
            ("http://127.0.0.1:8080", "127.0.0.1"),
            ("http://[::1]:8080", "[::1]"),
            ("http://[::1]", "[::1]"),
        ] {
            assert_eq!(Proxy { public_url }.host(), host, "{public_url}");
        }
    }
}
