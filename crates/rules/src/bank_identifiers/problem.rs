//! Why a number of a bank account can't be right. Pages say it in the reader's language, and the API in English.

/// An enum whose every value has a message for readers of English.
macro_rules! problems {
    ($(#[$attribute:meta])* pub enum $type:ident { $($(#[$of_value:meta])* $value:ident = $message:literal,)+ }) => {
        $(#[$attribute])*
        pub enum $type {
            $($(#[$of_value])* $value,)+
        }

        impl $type {
            pub const ALL: [$type; [$($message),+].len()] = [$($type::$value),+];

            /// For the API. It never repeats the number, which identifies a person or their money.
            pub const fn message(self) -> &'static str {
                match self {
                    $($type::$value => $message,)+
                }
            }
        }
    };
}

problems! {
    /// What is wrong with a number, or with the document of a holder.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum BankDetailProblem {
        RoutingNumberLength = "must be exactly 9 digits, without spaces or hyphens",
        RoutingNumberZeros = "must not be all zeros: copy it from a bank statement",
        RoutingNumberCheckDigit = "the check digit doesn't match: compare the routing number with a bank statement",
        UsAccountLength = "must be 4 to 17 digits, without spaces or hyphens",
        PixKeyKind = "must be a CPF (11 digits) or CNPJ (14 characters) without punctuation, a phone number that \
                      begins with +55, an email address, or a random key (a lower-case UUID)",
        PixEmail = "the email address in this Pix key isn't valid",
        PixEmailTooLong = "an email address used as a Pix key can have at most 77 characters",
        PixEmailCapitals = "an email address used as a Pix key must be in lower case",
        PixPhone = "a phone number used as a Pix key must be +55, the area code and 8 or 9 digits, without spaces",
        CpfLength = "a CPF must be exactly 11 digits, without dots or a hyphen",
        CpfRepeatedDigit = "a CPF can't be one repeated digit: copy it from the person's ID document",
        CpfCheckDigits = "the check digits don't match: compare the CPF with the person's ID document",
        CnpjShape = "a CNPJ must be 12 digits or capital letters and 2 check digits, without punctuation",
        CnpjZeros = "a CNPJ can't be all zeros: copy it from the company's registration",
        CnpjCheckDigits = "the check digits don't match: compare the CNPJ with the company's registration",
        CbuLength = "a CBU or CVU must be exactly 22 digits, without spaces or hyphens",
        CbuZeros = "a CBU or CVU can't be all zeros: copy it from the bank or wallet",
        CbuFirstCheckDigit = "the check digit of the first 8 digits doesn't match: compare it with the bank or wallet",
        CbuLastCheckDigit = "the check digit of the last 14 digits doesn't match: compare it with the bank or wallet",
        CbuIsCvu = "a number that begins with 000 is a CVU: set the account type to cvu",
        CvuIsCbu = "a number that doesn't begin with 000 is a CBU: set the account type to cbu",
        AliasShape = "an alias must be 6 to 20 characters: letters without accents, digits, dots and hyphens",
        CitizenCardLength = "a cédula de ciudadanía must be 5 to 10 digits, without dots or spaces",
        ForeignerCardLength = "a cédula de extranjería must be 3 to 7 digits, without dots or spaces",
        StayPermitLength = "a PEP number must be 5 to 15 digits, without dots or spaces",
        PassportShape = "a passport number must be 4 to 16 capital letters and digits, without spaces or hyphens",
        NitShape = "a NIT must be 9 digits and an optional check digit, with or without a hyphen before it",
        NitCheckDigit = "the check digit of the NIT doesn't match: compare it with the RUT",
        BankCodeLength = "must be 3 or 4 digits, including leading zeros",
        ColombianAccountLength = "must be 6 to 20 digits, without spaces or hyphens",
        ClabeLength = "must be exactly 18 digits, without spaces or hyphens",
        ClabeZeros = "must not be all zeros: copy it from a bank statement",
        ClabeCheckDigit = "the check digit doesn't match: compare the CLABE with a bank statement",
        TransitLength = "must be exactly 5 digits, without spaces or hyphens",
        InstitutionLength = "must be exactly 3 digits, including leading zeros",
        CanadianAccountLength = "must be 5 to 12 digits, without spaces or hyphens",
        IbanCharacters = "must contain only capital letters and digits, without spaces or hyphens",
        IbanTooShort = "must be a country code, two check digits and 11 to 27 more characters",
        IbanCountry = "must begin with the code of a SEPA country, such as DE or ES",
        IbanLength = "the IBAN has too many or too few characters for its country: compare it with a bank statement",
        IbanStructure = "the IBAN has a letter in place of a digit, or the reverse: compare it with a bank statement",
        IbanCheckDigits = "the check digits don't match: compare the IBAN with a bank statement",
    }
}
