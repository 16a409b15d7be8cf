### Pages that say why another page can't be shown.

error-not-found-title = Página no encontrada
error-not-found-text = La dirección es incorrecta o no tienes acceso a esta página.
error-list-changed-text = Esta página de la lista ya no existe. Empieza de nuevo desde la primera.
error-sign-in-title = Debes iniciar sesión
error-sign-in-text = Inicia sesión para ver esta página.
error-business-only-title = Solo para cuentas empresariales
error-business-only-text = Esta página solo está disponible para cuentas empresariales. Puedes cambiar la tuya en Configuración. Tu saldo y tu actividad siguen igual.
error-business-only-action = Ir a la configuración
error-form-only-title = Nada que mostrar aquí
error-form-only-text = Esta dirección solo sirve para enviar un formulario. No se cambió nada. Vuelve atrás y usa el formulario de la página.
error-form-only-action = Volver
error-stale-title = Formulario vencido
error-stale-text = Iniciaste o cerraste sesión después de abrirlo, o viene de otro sitio. No se cambió nada. Vuelve atrás, recarga la página e inténtalo de nuevo.
error-too-large-title = Formulario demasiado grande
error-too-large-text = Enviaste más de lo que acepta este formulario. Los archivos pueden tener hasta 1 MiB. No se cambió nada. Vuelve atrás y envía menos datos a la vez.
error-too-many-requests-title = Demasiadas solicitudes
error-too-many-requests-text = No se cambió nada. Espera { $wait }, vuelve atrás e inténtalo de nuevo.
error-daily-limit-title = Límite diario alcanzado
error-daily-limit-text =
    { $mode ->
        [live] No se cambió nada. Tu cuenta llegó al límite de { $limit } objetos nuevos por día; cada pago de un envío cuenta como uno. Inténtalo de nuevo en { $wait }.
       *[test] No se cambió nada. Tu entorno de pruebas llegó al límite de { $limit } objetos nuevos por día; cada pago de un envío cuenta como uno. Inténtalo de nuevo en { $wait }.
    }
error-too-many-exports-title = Demasiadas exportaciones
error-exports-of-account = Dos exportaciones de esta cuenta siguen en curso. Inténtalo de nuevo cuando termine una.
error-exports-of-mode = Hay demasiadas exportaciones en curso. Inténtalo de nuevo en un minuto.
error-too-many-attempts-title = Demasiados intentos
error-too-many-replays-title = Demasiados reenvíos
error-too-many-replays-text = Este endpoint llegó a su límite diario de reenvíos. Inténtalo de nuevo en { $wait }.
error-refused-title = Solicitud no completada
error-refused-text = No se cambió nada. Vuelve atrás, revisa los datos e inténtalo de nuevo.
error-unavailable-title = Servicio no disponible
error-unavailable-text = El servicio está muy ocupado o su base de datos no responde. Inténtalo de nuevo en un momento. Un formulario enviado dos veces cuenta una sola vez.
error-internal-title = Algo falló de nuestro lado
error-internal-text = Registramos el error. Antes de intentarlo de nuevo, revisa si el cambio se hizo.
