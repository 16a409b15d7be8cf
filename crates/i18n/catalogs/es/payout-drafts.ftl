### Drafts of payouts, and warnings before a payment is repeated.

## Drafts

payout-drafts = Borradores
payout-drafts-lead = Envíos que aún no hiciste. Se eliminan 30 días después de su último cambio.
payout-draft-title =
    { $count ->
        [one] Borrador con { $count } destinatario
       *[other] Borrador con { $count } destinatarios
    }
payout-draft-updated = Último cambio: { $time }
# While a draft is typed.
payout-draft-saved = Guardado
payout-draft-sent-elsewhere = Este envío ya se realizó.
payout-draft-deleted-title = Este borrador se eliminó en otro lugar
payout-save-draft = Guardar borrador
payout-delete-draft = Eliminar borrador
payout-remove-row = Quitar fila
payout-paste = Pegar desde una hoja de cálculo
payout-paste-cells = Celdas de la hoja de cálculo
payout-paste-hint = Copia las celdas con los correos, los montos y las referencias, y pégalas aquí.
payout-paste-add = Agregar como filas
payout-draft-changed-title = Este borrador se modificó en otro lugar
payout-draft-changed = No se envió nada. Esto es lo último que se guardó: revísalo antes de enviarlo.
payout-draft-conflict = Lo que ingresaste abajo todavía no está guardado. Compáralo con <a href="{ $href }">el borrador guardado</a>. Si continúas desde aquí, lo reemplaza.
payout-draft-deleted-elsewhere = Este borrador se eliminó en otro lugar. Continúa desde aquí para guardarlo como un borrador nuevo.
payout-draft-too-many = Puedes tener hasta { $limit } borradores. Primero envía o elimina uno.

## Payments that may be repeated by mistake

payout-review-earlier = Es posible que ya hayas pagado esto
payout-review-earlier-file = Ya hiciste <a href="{ $href }">un envío con el mismo archivo</a> en los últimos { $days } días.
payout-review-earlier-payments =
    { $count ->
        [one] { $count } pago tiene el mismo destinatario, monto y referencia que uno que enviaste en los últimos { $days } días.
       *[other] { $count } pagos tienen el mismo destinatario, monto y referencia que otros que enviaste en los últimos { $days } días.
    }
payout-review-earlier-link = Igual a un pago anterior
payout-review-earlier-confirm = Enviar aunque ya se haya pagado
payout-review-earlier-missing = Marca esta casilla si quieres pagar de nuevo.
