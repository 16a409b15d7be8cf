### Pages that say why another page can't be shown.

error-not-found-title = Page not found
error-not-found-text = The address is wrong, or you don't have access to this page.
error-list-changed-text = This page of the list no longer exists. Start again from the first page.
error-sign-in-title = Sign-in required
error-sign-in-text = Sign in to see this page.
error-business-only-title = Business accounts only
error-business-only-text = This page is only available to business accounts. You can upgrade yours in Settings. Your balance and activity stay the same.
error-business-only-action = Go to settings
error-form-only-title = Nothing to show here
error-form-only-text = This address is only for submitting a form. Nothing was changed. Go back and use the form on the page.
error-form-only-action = Go back
error-stale-title = Form expired
error-stale-text = You signed in or out after opening it, or it came from another site. Nothing was changed. Go back, reload the page and try again.
error-too-large-title = Form too large
error-too-large-text = You sent more than this form accepts. Files can be up to 1 MiB. Nothing was changed. Go back and send less data at once.
error-too-many-requests-title = Too many requests
error-too-many-requests-text = Nothing was changed. Wait { $wait }, then go back and try again.
error-daily-limit-title = Daily limit reached
error-daily-limit-text =
    { $mode ->
        [live] Nothing was changed. Your account has reached its limit of { $limit } new objects per day. Each payment in a payout counts as one object. Try again in { $wait }.
       *[test] Nothing was changed. Your sandbox has reached its limit of { $limit } new objects per day. Each payment in a payout counts as one object. Try again in { $wait }.
    }
error-too-many-exports-title = Too many exports
error-exports-of-account = Two exports of this account are still running. Try again when one has finished.
error-exports-of-mode = Too many exports are running right now. Try again in a minute.
error-too-many-attempts-title = Too many attempts
error-too-many-replays-title = Too many deliveries resent
error-too-many-replays-text = This endpoint has reached its daily limit of resent deliveries. Try again in { $wait }.
error-refused-title = Request not completed
error-refused-text = Nothing was changed. Go back, check your details and try again.
error-unavailable-title = Service unavailable
error-unavailable-text = The service is very busy or its database isn't responding. Try again in a moment. If you send the same form twice, it's only processed once.
error-internal-title = Something went wrong on our side
error-internal-text = We've recorded the error. Before you try again, check whether your change was made.
