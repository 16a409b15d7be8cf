### Why a request was refused.

## Accounts and access

refusal-email-taken = Ya existe una cuenta con este correo electrónico. Inicia sesión o restablece tu contraseña.
refusal-sign-in-failed = El correo electrónico, la contraseña o el código son incorrectos.
refusal-user-locked = Tu cuenta está bloqueada. Comunícate con soporte.
refusal-confirmation-required = Confirma tu contraseña para continuar.
refusal-renamed-too-often = Cambiaste tu nombre demasiadas veces. Inténtalo de nuevo en { $wait }.
refusal-link-dead = Este enlace venció, ya se usó o está incompleto. Solicita uno nuevo.
refusal-form-reused = Este formulario ya se envió con otros datos. Antes de intentarlo de nuevo, revisa si esa solicitud se completó.

## Payouts and claims

refusal-unknown-recipient = Este envío tiene un destinatario que no está en tu cuenta. Elige otro o escribe un correo electrónico.
refusal-item-too-large = Un pago puede ser de { $amount } como máximo.
refusal-item-too-small = Un pago debe ser de { $amount } como mínimo.
refusal-payout-too-large = Un envío puede sumar { $amount } como máximo.
refusal-nothing-to-claim = Ya no queda nada por cobrar. Todo se cobró, se canceló o venció.

## Balance, deposits and withdrawals

refusal-insufficient-funds = Necesitas { $needed }, pero solo hay { $available } disponibles. Agrega dinero o elige un monto menor.
refusal-below-fees = Este monto no cubre las comisiones. Elige un monto mayor.
refusal-transfer-too-large = Un depósito o retiro puede valer { $amount } como máximo.
refusal-too-many-transfers = Tu cuenta llegó al límite de { $limit } depósitos y retiros en curso. Cancela algunos o inténtalo de nuevo cuando se completen otros.
refusal-balance-full = Este monto supera lo que puede contener un saldo. Elige un monto menor.
refusal-test-money = Un entorno de pruebas puede crear { $amount } de dinero de prueba como máximo en total.
refusal-clock-ahead = El reloj de este entorno de pruebas no se puede adelantar más.
refusal-state =
    { $object ->
        [payout] El estado de este envío cambió y esto ya no es posible. Recarga la página para ver el estado actual.
        [payout_item] El estado de este pago cambió y esto ya no es posible. Recarga la página para ver el estado actual.
        [deposit] El estado de este depósito cambió y esto ya no es posible. Recarga la página para ver el estado actual.
       *[withdrawal] El estado de este retiro cambió y esto ya no es posible. Recarga la página para ver el estado actual.
    }
refusal-unknown-bank-account = Esta cuenta bancaria no está en tu cuenta. Elige otra o agrégala.
refusal-unknown-external-wallet = Esta billetera no está en tu cuenta. Elige otra o agrégala.
refusal-bank-account-archived = Esta cuenta bancaria está archivada. Elige otra o agrégala de nuevo.
refusal-external-wallet-archived = Esta billetera está archivada. Elige otra o agrégala de nuevo.
refusal-address-of-service = Esta dirección pertenece a una cuenta de este servicio. Elige otra billetera.
refusal-wallet-too-new = Esta billetera es nueva. Podrás hacer retiros a esta billetera a partir del { $date }.
refusal-other-chain = Tus USDC están en la red { $network }. No se pueden enviar a otra red.
refusal-quote =
    { $problem ->
        [unknown] Esta cotización no existe. Solicita una nueva.
        [used] Esta cotización ya se usó. Solicita una nueva.
       *[expired] Esta cotización venció. Solicita una nueva.
    }
refusal-other-quote = Esta cotización es para otra transferencia. Solicita una nueva.
refusal-price-changed = La cotización cambió. Revisa la nueva cotización antes de continuar.
refusal-deposits-closed = Los depósitos no están disponibles en este momento ({ $rail }). Elige otra cuenta bancaria o inténtalo más tarde.
refusal-withdrawals-closed = Los retiros no están disponibles en este momento ({ $rail }). Elige otra cuenta bancaria o inténtalo más tarde.
refusal-wallets-closed = Los retiros a billeteras no están disponibles en este momento. Elige una cuenta bancaria o inténtalo más tarde.
refusal-money-stopped = Los pagos salientes están en pausa en este momento. Tu saldo no se ve afectado. Inténtalo más tarde.
refusal-chain-busy = Este retiro no se puede cambiar en este momento. Inténtalo de nuevo en unos minutos.
refusal-chain-decides = Este retiro ya se autorizó en la red y no se puede cambiar.

## For developers

refusal-endpoint-exists = Ya existe un endpoint con esta URL. Modifica ese endpoint o quítalo primero.
refusal-too-many-endpoints = Llegaste al límite de { $limit } endpoints, incluidos los de personas simuladas. Quita uno primero.
refusal-too-many-unverified = Llegaste al límite de { $limit } endpoints sin verificar, incluidos los de personas simuladas. Verifica o quita uno primero.
refusal-too-many-unverified-at-host = Llegaste al límite de { $limit } endpoints sin verificar en este host, incluidos los de personas simuladas. Verifica o quita uno primero.
refusal-too-many-api-keys = Llegaste al límite de { $limit } claves de API activas. Revoca una primero.
refusal-too-many-connect-apps = Llegaste al límite de { $limit } apps de Connect. Archiva una primero.
