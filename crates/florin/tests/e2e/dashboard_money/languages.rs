//! The overview, transactions and emails in the reader's language: words, numbers and dates.

use super::{TRANSACTIONS, rows};
use crate::support::pages::{open, says, silent};
use crate::support::{Browser, Engine, Server, deposit, pay_and_settle, register, text};

testkit::on_sqlite_daily!(
    money_pages_are_in_the_readers_language,
    emails_are_shown_in_the_readers_language,
    what_is_wrong_with_an_amount_is_said_in_the_readers_language,
);

fn reader(server: &Server, languages: &'static str) -> Browser {
    Browser::signed_in_reading(server.origin(), languages, server.info("email"), server.info("password"))
}

fn money_pages_are_in_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    pay_and_settle(&sandbox, &[("ada@example.com", "1250.50"), ("x+fail@example.com", "3")]);
    let bank = register(&sandbox, "brl_pix");
    let awaited = deposit(&sandbox, &bank, "2500.00");
    for (languages, overview, list, failed, waiting) in [
        (
            "pt-BR",
            ["Seu saldo e sua atividade.", "8.749<span class=\"money-rest\">,50", "Depósitos em andamento"],
            ["Todos os tipos", "Aguardando resgate", "\u{2212}1.250<span class=\"money-rest\">,50"],
            "O ambiente de testes simulou uma falha. O dinheiro voltou para o seu saldo.",
            ["Dados da transferência", "R$\u{a0}2.500,00", "Aguardando sua transferência"],
        ),
        (
            "es-MX",
            ["Tu saldo y tu actividad.", "8,749<span class=\"money-rest\">.50", "Depósitos en curso"],
            ["Todos los tipos", "Por cobrar", "\u{2212}1,250<span class=\"money-rest\">.50"],
            "El entorno de pruebas simuló una falla. El dinero volvió a tu saldo.",
            ["Datos de la transferencia", "R$2,500.00", "A la espera de tu transferencia"],
        ),
        (
            "fr-FR",
            [
                "Votre solde et votre activité.",
                "8\u{202f}749<span class=\"money-rest\">,50",
                "Dépôts en cours",
            ],
            ["Tous les types", "À récupérer", "\u{2212}1\u{202f}250<span class=\"money-rest\">,50"],
            "L’environnement de test a simulé un échec. L’argent est de retour sur votre solde.",
            ["Coordonnées du virement", "2\u{202f}500,00\u{a0}R$", "En attente de votre virement"],
        ),
    ] {
        let browser = reader(&server, languages);
        let check = |path: &str, all: &[&str]| {
            let page = open(&browser, path);
            for words in all {
                says(&page, words);
            }
            for english in ["Pending claim", "Money in", "Filter<", "Created<", "Completed"] {
                silent(&page, english);
            }
            page
        };
        check("/dashboard/test", &overview);
        check(TRANSACTIONS, &list);
        let page = check(&format!("{TRANSACTIONS}?status=failed"), &[]);
        check(&rows(&page)[0], &[failed]);
        check(&format!("{TRANSACTIONS}/{}", text(&awaited, "id")), &waiting);
    }
}

fn emails_are_shown_in_the_readers_language(engine: Engine) {
    let server = Server::start(engine);
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "1")]);
    let browser = reader(&server, "fr");
    let list = open(&browser, "/dashboard/test/emails");
    for words in ["Paiement à récupérer", "Enregistré", "Objet"] {
        says(&list, words);
    }
    let page = open(&browser, &rows(&list)[0]);
    for words in ["Contenu de l’e-mail", "Ouvrir la page de récupération", ">Texte</a>"] {
        says(&page, words);
    }
    // The email is in the language that the account has set for its recipients, whoever looks at it.
    let settings = "/dashboard/test/settings";
    browser.fill(settings, &format!("{settings}/recipient_language"), &[("recipient_language", "en")]);
    let text = open(&browser, &format!("{}?format=text", rows(&list)[0]));
    says(&text, "role=\"group\" lang=\"en\"");
}

fn what_is_wrong_with_an_amount_is_said_in_the_readers_language(engine: Engine) {
    const ADD: &str = "/dashboard/test/inbound_transfers";
    let server = Server::start(engine);
    let browser = reader(&server, "pt");
    for (typed, said) in [
        ("", "Digite um valor."),
        ("mil", "Digite o valor em números, como 1.250,50."),
        ("1.250", "Você quis dizer 1.250,00 ou 1,25?"),
        ("5 €", "Este valor está em €. Digite um valor em USDC."),
        ("1234567890123", "no máximo 100.000.000,00"),
        ("900000000000", "saldo"),
    ] {
        let page = browser.fill("/dashboard/test", ADD, &[("amount", typed)]);
        assert_eq!(page.status, 422, "{typed}");
        says(&page, said);
    }
    let done = browser.fill("/dashboard/test", ADD, &[("amount", "$ 1.250,50")]);
    assert_eq!(done.status, 303, "{done:?}");
    says(&open(&browser, "/dashboard/test"), "11.250<span class=\"money-rest\">,50");
}
