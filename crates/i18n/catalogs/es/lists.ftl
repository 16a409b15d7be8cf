### Lists: their order, filters and totals, and what is done to selected rows.

## Order

list-sort = Ordenar
list-sort-newest = Más recientes primero
list-sort-oldest = Más antiguos primero
list-sort-email = Correo, de la A a la Z
list-sort-email-descending = Correo, de la Z a la A
list-sort-requested = En el orden del envío
list-sort-largest = Montos mayores primero
list-sort-smallest = Montos menores primero

## Filters

list-filters-active =
    { $count ->
        [one] { $count } filtro activo
       *[other] { $count } filtros activos
    }

## Totals

list-total-page = En esta página: { $total }
list-total-all = En total: { $total }
list-total-payouts =
    { $count ->
        [one] { $count } envío, { $amount }
       *[other] { $count } envíos, { $amount }
    }
list-total-payments =
    { $count ->
        [one] { $count } pago, { $amount }
       *[other] { $count } pagos, { $amount }
    }
list-total-transactions =
    { $count ->
        [one] { $count } transacción, { $in } de entrada, { $out } de salida
       *[other] { $count } transacciones, { $in } de entrada, { $out } de salida
    }

## Selected rows

selection-label = Seleccionar { $name }
selection-all = Seleccionar todo en esta página
selection-actions = Acciones para lo seleccionado
selection-button-archive = Archivar lo seleccionado
selection-button-cancel = Cancelar lo seleccionado
selection-button-export = Exportar lo seleccionado
selection-button-pay = Pagar a los seleccionados
selection-button-remind = Enviar recordatorios a lo seleccionado
selection-button-resend = Reenviar lo seleccionado

## What is asked before it is done

selection-archive-bank-accounts =
    { $count ->
        [one] Archivar { $count } cuenta bancaria
       *[other] Archivar { $count } cuentas bancarias
    }
selection-archive-wallets =
    { $count ->
        [one] Archivar { $count } billetera
       *[other] Archivar { $count } billeteras
    }
selection-cancel-payments =
    { $count ->
        [one] Cancelar { $count } pago
       *[other] Cancelar { $count } pagos
    }
selection-cancel-payouts =
    { $count ->
        [one] Cancelar { $count } envío
       *[other] Cancelar { $count } envíos
    }
selection-cancel-payouts-text = Los pagos que no se han completado se cancelarán y su dinero volverá a tu saldo. Esta acción no se puede deshacer.
selection-remind =
    { $count ->
        [one] Enviar { $count } recordatorio
       *[other] Enviar { $count } recordatorios
    }
selection-remind-text = Los destinatarios que no han cobrado su pago recibirán un correo, como máximo una vez al día. Quienes desactivaron los recordatorios no recibirán ninguno.
selection-resend =
    { $count ->
        [one] Reenviar { $count } evento
       *[other] Reenviar { $count } eventos
    }
selection-resend-text = Tu servidor recibirá estos eventos de nuevo, incluidos los ya entregados.

## What became of them

said-nothing-selected = Selecciona al menos una fila.
said-nothing-changed = No se cambió nada.
said-payments-cancelled =
    { $count ->
        [one] { $count } pago cancelado. El dinero ha vuelto a tu saldo.
       *[other] { $count } pagos cancelados. El dinero ha vuelto a tu saldo.
    }
said-payouts-cancelled =
    { $count ->
        [one] { $count } envío cancelado. El dinero ha vuelto a tu saldo.
       *[other] { $count } envíos cancelados. El dinero ha vuelto a tu saldo.
    }
said-not-cancelled =
    { $count ->
        [one] { $count } ya no se pudo cancelar.
       *[other] { $count } ya no se pudieron cancelar.
    }
said-selected-archived =
    { $count ->
        [one] { $count } archivada.
       *[other] { $count } archivadas.
    }
said-not-archived =
    { $count ->
        [one] { $count } no se pudo archivar.
       *[other] { $count } no se pudieron archivar.
    }
said-events-resent =
    { $count ->
        [one] Estamos reenviando { $count } evento.
       *[other] Estamos reenviando { $count } eventos.
    }
said-not-resent =
    { $count ->
        [one] { $count } no se pudo reenviar.
       *[other] { $count } no se pudieron reenviar.
    }
said-not-processed =
    { $count ->
        [one] { $count } no se procesó. Inténtalo de nuevo.
       *[other] { $count } no se procesaron. Inténtalo de nuevo.
    }
