//! Paying people in the reader's language: amounts are read and shown as they write them, and mistakes are told in it,
//! those of files as well.

use super::{CSV, NEW, PAYOUTS, checked, count, draft_of, sent, settled, upload, written};
use crate::support::pages::{money, open, says, silent};
use crate::support::{Browser, Engine, Reply, Server, balance, unescaped, with};

testkit::on_one_engine!(
    a_payout_is_written_reviewed_sent_and_cancelled_in_portuguese,
    mistakes_in_the_form_are_told_in_portuguese,
    a_file_from_a_brazilian_spreadsheet_is_read,
    mistakes_in_a_file_are_told_in_the_readers_language,
);

/// The demo user, who reads these languages.
fn reading(server: &Server, languages: &'static str) -> Browser {
    Browser::signed_in_reading(server.origin(), languages, server.info("email"), server.info("password"))
}

fn brazilian(server: &Server) -> Browser {
    reading(server, "pt-BR,pt;q=0.9")
}

fn a_payout_is_written_reviewed_sent_and_cancelled_in_portuguese(engine: Engine) {
    let server = Server::start(engine);
    let browser = brazilian(&server);
    let form = browser.open(NEW);
    says(&form, &format!("{} disponíveis", money("10.000,00 USDC")));
    says(&form, "Pague até 100 pessoas por e-mail.");
    let people = [("ada@example.com", "1250,50", "Fatura 1"), (server.info("email"), "7", "")];
    let dry_run = browser.ask(NEW, &written(&browser, &people));
    for words in ["Revisar envio", "Nada foi enviado ainda.", "Recebe um e-mail e tem 30 dias para resgatar"]
    {
        says(&dry_run, words);
    }
    says(&dry_run, &format!("Enviar {} para 2 destinatários", money("1.257,50 USDC")));
    // The draft keeps amounts as they were typed.
    says(&open(&browser, &draft_of(&dry_run)), "name=\"amount\" value=\"1250,50\"");
    let place = sent(&browser.post(PAYOUTS, &checked(&dry_run)));
    assert_eq!(settled(&server, &place)["total_amount"], "1257.50");
    says(&open(&browser, &place), "Envio criado.");
    let page = open(&browser, &place);
    for words in [
        "Envio para 2 destinatários",
        "Aguardando resgate 1",
        "Pode ser resgatado até",
        "1 pagamento será cancelado",
        "1 pagamento concluído não será afetado.",
    ] {
        says(&page, words);
    }
    says(&open(&browser, PAYOUTS), "aria-label=\"Concluído: 1, Aguardando resgate: 1\"");
    let cancel = format!("{place}/cancel");
    let form = browser.form(&place, &cancel);
    assert_eq!(browser.post(&cancel, &form).status, 303);
    says(&open(&browser, &place), "Você cancelou.");
    let late = browser.post(&cancel, &with(&form, &[("form_key", &"k".repeat(24))]));
    assert_eq!(late.status, 409);
    says(&late, "O status deste envio mudou");
    assert_eq!(balance(&server.sandbox()), "10000.00");
    server.assert_books_balance();
}

fn mistakes_in_the_form_are_told_in_portuguese(engine: Engine) {
    let server = Server::start(engine);
    let browser = brazilian(&server);
    let format = "Digite o valor em números, como 1.250,50.";
    let question = "Você quis dizer 1.250,00 ou 1,25?";
    let most = format!("Um pagamento pode ser de no máximo {}.", money("1.000.000,00 USDC"));
    let wrong = [
        ("ada", "1", "Digite um e-mail com @, como nome@example.com."),
        ("", "1", "Digite um e-mail."),
        ("ada@example.com", "", "Digite um valor."),
        ("ada@example.com", "1.250", question),
        ("ada@example.com", "1.250,50.", format),
        ("ada@example.com", "0,0000001", "no máximo 6 casas decimais"),
        ("ada@example.com", "1000000,01", &most),
    ];
    let people: Vec<(&str, &str, &str)> = wrong.iter().map(|(to, amount, _)| (*to, *amount, "")).collect();
    let page = browser.ask(NEW, &written(&browser, &people));
    assert_eq!(page.status, 422, "{page:?}");
    says(&page, "Corrija 7 campos");
    for (index, (_, _, words)) in wrong.iter().enumerate() {
        says(&page, &format!("Linha {}: ", index + 1));
        says(&page, words);
    }
    says(&browser.ask(NEW, &written(&browser, &[("", "", "")])), "Adicione pelo menos um destinatário.");
    let many = vec![("ada@example.com", "1", ""); 101];
    says(&browser.ask(NEW, &written(&browser, &many)), "no máximo 100 destinatários");
    let unknown = browser.ask(NEW, &written(&browser, &[("rcp_01kdvq3y5cf2ab6ngnm3hcrkve", "1", "")]));
    says(&unknown, "Não há nenhum destinatário com este ID");
    let poor = browser.ask(NEW, &written(&browser, &[("ada@example.com", "10000,01", "")]));
    assert_eq!(poor.status, 422);
    says(&poor, "Saldo insuficiente");
    says(&poor, &format!("Faltam {}.", money("0,01 USDC")));
    silent(&poor, "<button class=\"button primary\">");
    let twice = [("ada@example.com", "1", ""), ("Ada@Example.com", "2", "")];
    let repeated = browser.ask(NEW, &written(&browser, &twice));
    says(&repeated, "Mesmo destinatário da linha 1");
    let sent = browser.post(PAYOUTS, &checked(&repeated));
    assert_eq!(sent.status, 422);
    says(&sent, "Marque esta opção se quiser pagar estes destinatários mais de uma vez.");
    assert_eq!((count(&server), balance(&server.sandbox()).as_str()), (0, "10000.00"));
}

fn a_file_from_a_brazilian_spreadsheet_is_read(engine: Engine) {
    let server = Server::start(engine);
    let browser = brazilian(&server);
    let file = "\u{feff}E-mail;Valor;Referência;Setor\r\nada@example.com;1250,50;\"Bônus; maio\";RH\r\n";
    let dry_run = upload(&browser, file.as_bytes());
    says(&dry_run, "Bônus; maio");
    says(&dry_run, "Ignoradas: Setor.");
    says(&dry_run, &format!("Enviar {} para 1 destinatário", money("1.250,50 USDC")));
    let place = sent(&browser.post(PAYOUTS, &checked(&dry_run)));
    assert_eq!(settled(&server, &place)["total_amount"], "1250.50");
    let sample = open(&browser, &format!("{CSV}/sample"));
    assert!(
        sample.body.starts_with("\u{feff}e-mail;valor;referência\r\nada@example.com;125,50;"),
        "{sample:?}"
    );
    let dry_run = upload(&browser, sample.body.as_bytes());
    says(&dry_run, &format!("Enviar {} para 2 destinatários", money("205,50 USDC")));
    // A reader of English has another sample, and reads the same file.
    let english = reading(&server, "en");
    says(
        &upload(&english, sample.body.as_bytes()),
        &format!("Send {} to 2 recipients", money("205.50 USDC")),
    );
    assert!(open(&english, &format!("{CSV}/sample")).body.starts_with("\u{feff}email,amount,reference\r\n"));
}

/// The row of the review for this line of the file.
fn line(page: &Reply, label: &str, number: usize) -> String {
    let text = unescaped(&page.body);
    let row = text.split("<tr").find(|row| row.contains(&format!("data-label=\"{label}\">{number}</td>")));
    row.unwrap_or_else(|| panic!("no line {number} in {text}")).to_owned()
}

fn mistakes_in_a_file_are_told_in_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    let browser = brazilian(&server);
    let bad = [
        ("ada;;80;", "Digite um e-mail com @"),
        (";rcp_01kdvq3y5cf2ab6ngnm3hcrkve;5;", "Não há nenhum destinatário com este ID"),
        (";ada;5;", "Digite um e-mail com @"),
        ("ada@example.com;rcp_1;1;", "Use um e-mail ou um ID de destinatário, não os dois."),
        ("ada@example.com;;1.250;", "Você quis dizer 1.250,00 ou 1,25?"),
        ("ada@example.com;;2000000;", "no máximo 1.000.000,00\u{a0}USDC"),
        ("ada@example.com;;1;x;y", "Esta linha tem mais colunas que a primeira."),
        ("ada@example.com;;1;\"a\nb\"", "Remova quebras de linha"),
    ];
    let lines: Vec<&str> = bad.iter().map(|(line, _)| *line).collect();
    let file = format!("e-mail;recipient_id;valor;referência\n{}\n", lines.join("\n"));
    let page = upload(&browser, file.as_bytes());
    assert_eq!(page.status, 422);
    says(&page, "8 linhas do arquivo têm erros.");
    for (index, (_, words)) in bad.iter().enumerate() {
        let row = line(&page, "Linha", index + 2);
        assert!(row.contains(words), "{words:?} is not in {row}");
    }
    silent(&page, "<button class=\"button primary\">");
    let many = format!("e-mail;valor\n{}", "ada@example.com;1\n".repeat(101));
    for (languages, file, words) in [
        (
            "pt-BR",
            "nome;valor\nada;1\n",
            "A primeira linha deve nomear as colunas: e-mail, valor e referência.",
        ),
        (
            "pt-BR",
            "e-mail;valor;amount\na@example.com;1;2\n",
            "Há mais de uma coluna para valor. Deixe só uma.",
        ),
        ("pt-BR", "e-mail;valor\n", "Este arquivo não tem pagamentos abaixo da primeira linha."),
        ("pt-BR", &many, "Este arquivo tem mais de 100 pagamentos. Divida-o em vários arquivos."),
        ("es-MX", "", "Elige un archivo que no esté vacío."),
        ("es-AR", "PK\u{3}\u{4}", "Este archivo no se puede leer como libro de Excel."),
        ("fr", "a\0b", "Ce fichier n’est ni un CSV ni un classeur Excel. Importez un fichier .csv ou .xlsx."),
    ] {
        let page = upload(&reading(&server, languages), file.as_bytes());
        assert_eq!(page.status, 422, "{words}");
        says(&page, words);
    }
    assert_eq!((count(&server), balance(&server.sandbox()).as_str()), (0, "10000.00"));
}
