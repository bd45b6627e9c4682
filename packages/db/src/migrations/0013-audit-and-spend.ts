import { sql, type Kysely } from 'kysely';

/** Adds the append-only audit log, and the spend and spend limits of organizations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAudit(db);
  await createSpend(db);
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entry (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      at timestamptz not null default clock_timestamp(),
      user_id uuid not null,
      via text not null check (via in ('session', 'extension_token', 'tool_token', 'jwt', 'job', 'local')),
      request_id text,
      remote_address text,
      kind text not null check (kind in (
        'run_asked', 'tool_call_approved', 'tool_call_denied', 'tool_call_settled', 'grant_created', 'grant_revoked',
        'changes_accepted', 'changes_rejected', 'workspace_rolled_back', 'workspace_settings_changed',
        'token_created', 'token_revoked', 'push_asked', 'push_done', 'spend_limits_changed'
      )),
      subject_id uuid,
      workspace_id uuid,
      details json not null
    )`.execute(db);
  await sql`create index audit_entry_newest on audit_entry (organization_id, at desc, id desc)`.execute(db);
  await sql`create index audit_entry_user on audit_entry (organization_id, user_id, at desc, id desc)`.execute(db);
  await sql`
    create unique index audit_entry_once on audit_entry (subject_id, kind)
    where kind in (
      'run_asked', 'tool_call_approved', 'tool_call_denied', 'grant_created', 'grant_revoked', 'token_created',
      'token_revoked'
    )`.execute(db);
  // Only the deletion of an organization, itself in a trigger, deletes entries.
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
      raise exception 'audit entries cannot be changed';
    end $$`.execute(db);
  await sql`
    create trigger audit_entry_kept before update or delete on audit_entry
    for each row execute function refuse_audit_change()`.execute(db);
}

async function createSpend(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spend_limit (
      organization_id uuid not null references organization on delete cascade,
      scope text not null check (scope in ('organization', 'user')),
      period text not null check (period in ('day', 'month')),
      tokens bigint check (tokens > 0),
      cost_usd double precision check (cost_usd > 0),
      primary key (organization_id, scope, period)
    )`.execute(db);
  await sql`
    create table spend (
      organization_id uuid not null references organization on delete cascade,
      day date not null,
      user_id uuid not null,
      model text not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      unpriced_tokens bigint not null,
      cost_usd double precision not null,
      primary key (organization_id, day, user_id, model)
    )`.execute(db);
  await sql`
    insert into spend
    select run.organization_id, (run_step.ended_at at time zone 'utc')::date, run.user_id, run_step.model,
      sum(run_step.input_tokens), sum(run_step.output_tokens),
      coalesce(sum(run_step.input_tokens + run_step.output_tokens) filter (where run_step.cost_usd is null), 0),
      coalesce(sum(run_step.cost_usd), 0)
    from run_step join run on run.id = run_step.run_id
    group by 1, 2, 3, 4`.execute(db);
}
