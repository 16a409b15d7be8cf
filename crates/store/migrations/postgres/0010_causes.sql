-- Why: people whose money waits may know what kind of thing is wrong, which the operator's words must not tell them.

alter table freezes add column cause text not null default 'operator' check (cause in
    ('books', 'chain_differs', 'unexplained', 'token_changed', 'chain_rewritten', 'settings', 'operator'));
update freezes set cause = 'books' where reason like 'audit: %';
