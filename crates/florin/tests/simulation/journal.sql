-- Every change of a row that the simulation looks at, in the order in which it happened. Made by the test, beside
-- Florin's own tables, so that each step is checked against what really changed.
create table journal (
    seq integer primary key, what text not null, id text not null,
    a any, b any, c any, d any, e any, f any, g any, h any
) strict;

create trigger journal_users after insert on users begin
    insert into journal (what, id, a) values ('user', new.id, new.email_key);
end;
create trigger journal_people after insert on users when new.verified_at is not null begin
    insert into journal (what, id, a, b) values ('person', new.id, new.email_key, new.name);
end;
create trigger journal_names after update of name on users when new.verified_at is not null begin
    insert into journal (what, id, a, b) values ('person', new.id, new.email_key, new.name);
end;
create trigger journal_accounts after insert on accounts begin
    insert into journal (what, id, a, b) values ('account', new.id, new.mode, new.own_app_id);
end;
create trigger journal_clocks after update on accounts begin
    insert into journal (what, id, a, b) values ('clock', new.id, new.clock_ahead, old.clock_ahead);
end;
create trigger journal_recipients after insert on recipients begin
    insert into journal (what, id, a, b, c) values ('recipient', new.id, new.account_id, new.email_key, new.events);
end;
create trigger journal_known after update on recipients begin
    insert into journal (what, id, a, b) values ('known', new.id, new.events, new.wallet_id);
end;
create trigger journal_nicknames after insert on recipient_nicknames begin
    insert into journal (what, id, a, b) values ('nickname', new.recipient_id, new.app_id, new.nickname);
end;
create trigger journal_renicknamed after update on recipient_nicknames begin
    insert into journal (what, id, a, b) values ('nickname', new.recipient_id, new.app_id, new.nickname);
end;
create trigger journal_ledger_accounts after insert on ledger_accounts begin
    insert into journal (what, id, a, b, c) values ('ledger_account', new.id, new.mode, new.kind, new.account_id);
end;
create trigger journal_balances after update on ledger_accounts begin
    insert into journal (what, id, a) values ('balance', new.id, new.balance);
end;
create trigger journal_transfers after insert on transfers begin
    insert into journal (what, id, a, b, c) values ('transfer', new.operation, new.debit_id, new.credit_id, new.amount);
end;
create trigger journal_transactions after insert on transactions begin
    insert into journal (what, id, a, b, c, d, e, f, g, h) values ('transaction', new.id, new.account_id, new.type,
        new.status, new.amount, new.payout_id, new.recipient_id, new.source_id, new.external_reference);
end;
create trigger journal_progress after update on transactions begin
    insert into journal (what, id, a, b, c, d, e, f) values ('progress', new.id, old.status, new.status,
        new.failure_reason, new.claim_expires_at, new.completed_at, new.amount);
end;
create trigger journal_payouts after insert on payouts begin
    insert into journal (what, id, a, b, c, d, e, f) values ('payout', new.id, new.account_id, new.total_amount,
        new.total_items, new.reference, new.idempotency_key, new.next_at);
end;
create trigger journal_counters after update on payouts begin
    insert into journal (what, id, a, b, c, d, e, f) values ('counters', new.id, old.status, new.status,
        new.processing || ' ' || new.pending_claim || ' ' || new.completed || ' ' || new.failed || ' ' || new.cancelled,
        old.next_at, new.next_at, new.completed_at);
end;
create trigger journal_claims after insert on claims begin
    insert into journal (what, id, a, b) values ('claim', new.item_id, new.expires_at, new.email_id);
end;
create trigger journal_closed after delete on claims begin
    insert into journal (what, id) values ('closed', old.item_id);
end;
create trigger journal_payments after insert on incoming_payments begin
    insert into journal (what, id, a, b, c) values ('payment', new.transaction_id, new.account_id, new.amount, new.status);
end;
create trigger journal_collected after update on incoming_payments begin
    insert into journal (what, id, a, b) values ('collected', new.transaction_id, new.status, new.withdrawal_id);
end;
create trigger journal_automatic after insert on external_transfers when new.automatic = 1 begin
    insert into journal (what, id, a) values ('automatic', new.id, new.account_id);
end;
create trigger journal_turned_on after insert on automatic_withdrawals begin
    insert into journal (what, id, a, b, c, d) values ('setting', new.account_id, new.off_reason, new.minimum,
        new.collected, new.next_withdrawal_id);
end;
create trigger journal_settings after update on automatic_withdrawals begin
    insert into journal (what, id, a, b, c, d) values ('setting', new.account_id, new.off_reason, new.minimum,
        new.collected, new.next_withdrawal_id);
end;
create trigger journal_emails after insert on emails when new.kind <> 'webhook_off' begin
    insert into journal (what, id, a, b) values ('email', new.id, new.cause, new.status);
end;
create trigger journal_events after insert on events begin
    insert into journal (what, id, a, b, c, d, e) values ('event', new.object_id, new.type, new.sequence,
        new.account_id, new.data, new.id);
end;
create trigger journal_endpoints after insert on endpoints begin
    insert into journal (what, id, a, b, c) values ('endpoint', new.id, new.account_id, new.url, new.wants);
end;
create trigger journal_deliveries after insert on deliveries begin
    insert into journal (what, id, a) values ('delivery', new.endpoint_id, new.event_id);
end;
create trigger journal_delivered after update on deliveries when new.status = 'delivered' begin
    insert into journal (what, id, a) values ('delivered', new.endpoint_id, new.event_id);
end;
create trigger journal_bank_accounts after insert on bank_accounts begin
    insert into journal (what, id, a, b) values ('bank_account', new.id, new.account_id, new.name);
    insert into journal (what, id, a, b, c, d)
        values ('label', new.id, new.account_id, new.name, new.status, new.events);
end;
create trigger journal_renamed after update on bank_accounts begin
    insert into journal (what, id, a, b, c, d)
        values ('label', new.id, new.account_id, new.name, new.status, new.events);
end;
create trigger journal_wallets after insert on external_wallets begin
    insert into journal (what, id, a, b, c, d)
        values ('label', new.id, new.account_id, new.name, new.status, new.events);
end;
create trigger journal_relabelled after update on external_wallets begin
    insert into journal (what, id, a, b, c, d)
        values ('label', new.id, new.account_id, new.name, new.status, new.events);
end;
create trigger journal_rail_notices after insert on rail_notices begin
    insert into journal (what, id, a, b) values ('notice', coalesce(new.transaction_id, ''), new.outcome, new.effect);
end;
create trigger journal_freezes after insert on freezes begin
    insert into journal (what, id, a) values ('freeze', new.id, new.lifted_at);
end;
create trigger journal_lifted after update on freezes begin
    insert into journal (what, id, a) values ('freeze', new.id, new.lifted_at);
end;
create trigger journal_answers after insert on stored_responses begin
    insert into journal (what, id, a, b, c) values ('answer', new.key, new.object, new.expires_at, length(new.body));
end;
create trigger journal_reanswered after update on stored_responses begin
    insert into journal (what, id, a, b, c) values ('reanswered', new.key, new.object, old.expires_at, new.created_at);
end;
create trigger journal_forgotten after delete on stored_responses begin
    insert into journal (what, id, a, b) values ('forgotten', old.key, old.object, old.expires_at);
end;
