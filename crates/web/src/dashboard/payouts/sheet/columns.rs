//! The columns of a file of payments, and what files call them.

use i18n::Locale;
use rules::language::Language;

use crate::dashboard::payouts::currency;

/// What a file needs, in the order of the sample.
pub const SAMPLE_COLUMNS: [Column; 3] = [Column::EmailAddress, Column::Amount, Column::Reference];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    EmailAddress,
    RecipientId,
    Amount,
    Reference,
    Currency,
    Unused,
}

impl Column {
    /// Those that mean something, each at most once.
    pub const USED: [Column; 5] =
        [Column::EmailAddress, Column::RecipientId, Column::Amount, Column::Reference, Column::Currency];

    /// What a file of this reader calls it.
    pub fn name(self, locale: Locale) -> &'static str {
        match self {
            Column::EmailAddress => locale.text("payout-file-column-email"),
            Column::Amount => locale.text("payout-file-column-amount"),
            Column::Reference => locale.text("payout-file-column-reference"),
            Column::Currency => locale.text("payout-file-column-currency"),
            Column::RecipientId => "recipient_id",
            Column::Unused => "",
        }
    }

    /// Names that mean this column and nothing else, without accents. Whatever the reader's language, a file may come
    /// from a colleague who has another.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Column::EmailAddress => &[
                "email",
                "e_mail",
                "mail",
                "email_address",
                "e_mail_address",
                "mail_address",
                "recipient_email",
                "recipient_email_address",
                "recipient_e_mail",
                "payee_email",
                "beneficiary_email",
                "contractor_email",
                "employee_email",
                "work_email",
                "correo",
                "correo_electronico",
                "direccion_de_correo",
                "direccion_de_correo_electronico",
                "correo_del_destinatario",
                "email_del_destinatario",
                "email_do_destinatario",
                "e_mail_do_destinatario",
                "endereco_de_e_mail",
                "endereco_de_email",
                "correio_eletronico",
                "courriel",
                "adresse_e_mail",
                "adresse_email",
                "adresse_mail",
                "adresse_courriel",
                "adresse_electronique",
                "e_mail_du_beneficiaire",
                "email_du_beneficiaire",
            ],
            Column::RecipientId => &["recipient_id", "id_del_destinatario", "id_do_destinatario"],
            Column::Amount => &[
                "amount",
                "amt",
                "payment_amount",
                "amount_to_pay",
                "monto",
                "importe",
                "monto_a_pagar",
                "valor",
                "valor_a_pagar",
                "quantia",
                "montant",
                "montant_a_payer",
            ],
            Column::Reference => &["reference", "ref", "payment_reference", "referencia"],
            Column::Currency => {
                &["currency", "currency_code", "moneda", "divisa", "moeda", "devise", "monnaie"]
            }
            Column::Unused => &[],
        }
    }

    /// Names that mean this column if no other column has one of its names.
    const fn vague_names(self) -> &'static [&'static str] {
        match self {
            Column::RecipientId => &["recipient", "payee", "destinatario", "beneficiario", "beneficiaire"],
            Column::Amount => {
                &["total", "sum", "value", "net", "net_pay", "payment", "usdc", "pago", "somme"]
            }
            Column::Reference => &[
                "memo",
                "note",
                "notes",
                "description",
                "details",
                "invoice",
                "invoice_number",
                "concept",
                "concepto",
                "nota",
                "descripcion",
                "factura",
                "numero_de_factura",
                "descricao",
                "fatura",
                "observacao",
                "nota_fiscal",
                "libelle",
                "motif",
                "objet",
                "facture",
                "numero_de_facture",
            ],
            Column::EmailAddress | Column::Currency | Column::Unused => &[],
        }
    }

    pub fn is_called(self, header: &Header) -> bool {
        let in_catalogs =
            || Language::ALL.into_iter().any(|language| plain(self.name(language.into())) == header.name);
        self.names().contains(&header.name.as_str()) || !header.name.is_empty() && in_catalogs()
    }

    pub fn is_vaguely_called(self, header: &Header) -> bool {
        self.vague_names().contains(&header.name.as_str())
    }
}

/// The name of a column.
pub struct Header {
    /// In lower case, without accents, its words joined by `_` and without a currency.
    name: String,
    pub currency: Option<&'static str>,
}

impl Header {
    pub fn of(text: &str) -> Header {
        let (full, currency) = (plain(text), currency::named_in(text));
        let bare = full.rsplit_once('_').filter(|(_, last)| currency::code(last).is_some());
        let name =
            bare.map_or(full.as_str(), |(bare, _)| bare.trim_end_matches("_in").trim_end_matches("_en"));
        Header { name: name.to_owned(), currency }
    }
}

/// A name in lower case without accents, its words joined by `_`.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for letter in name.chars().flat_map(char::to_lowercase).map(without_accent) {
        match letter {
            // Accents of their own, as some systems write them.
            '\u{300}'..='\u{36f}' => {}
            letter if letter.is_alphanumeric() => plain.push(letter),
            _ if plain.ends_with('_') || plain.is_empty() => {}
            _ => plain.push('_'),
        }
    }
    plain.truncate(plain.trim_end_matches('_').len());
    plain
}

const fn without_accent(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ã' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        letter => letter,
    }
}
