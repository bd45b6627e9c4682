import { sql, type Kysely } from 'kysely';

/** Adds the rows of platform entities, their events, and incoming webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists platform`.execute(db);
  await createTables(db);
  await createRevisions(db);
  await createRuns(db);
  await sql`
    create table incoming_webhook (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null,
      description text not null,
      fields json not null,
      generation integer not null default 1,
      created_at timestamptz not null default clock_timestamp(),
      last_delivery_at timestamptz,
      constraint incoming_webhook_name unique (organization_id, name)
    )`.execute(db);
  await sql`
    create table webhook_delivery (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organization on delete cascade,
      webhook_id uuid not null references incoming_webhook on delete cascade,
      delivery_id text not null,
      field_values jsonb not null,
      body jsonb not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint webhook_delivery_once unique (webhook_id, delivery_id)
    )`.execute(db);
  await sql`create index webhook_delivery_organization on webhook_delivery (organization_id)`.execute(db);
  await sql`create index webhook_delivery_old on webhook_delivery (created_at)`.execute(db);
  await sql`
    create table platform_check (
      organization_id uuid not null references organization on delete cascade,
      name text not null,
      leased_until timestamptz not null,
      primary key (organization_id, name)
    )`.execute(db);
  await sql`
    do $block$
    declare
      kinds text := (select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'audit_entry_kind_check' and conrelid = 'audit_entry'::regclass);
    begin
      alter table audit_entry drop constraint audit_entry_kind_check;
      execute 'alter table audit_entry add constraint audit_entry_kind_check ' || replace(kinds, 'ARRAY[',
        'ARRAY[''incoming_webhook_created''::text, ''incoming_webhook_secret_renewed''::text, ''incoming_webhook_removed''::text, ');
    end
    $block$`.execute(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table platform.findings (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organization on delete cascade,
      cluster text not null,
      severity text not null,
      reason text not null,
      kind text not null,
      namespace text,
      name text not null,
      object text not null,
      message text not null,
      gaps text[] not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint findings_once unique nulls not distinct (organization_id, cluster, reason, kind, namespace, name)
    )`.execute(db);
  const columns = 'cluster, severity, reason, kind, namespace, name, object, message, created_at';
  await capture(db, { table: 'platform.findings', on: 'insert or update or delete', columns });
  await sql`
    create table platform.cluster_events (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organization on delete cascade,
      cluster text not null,
      uid text not null,
      reason text not null,
      message text not null,
      count integer not null,
      kind text not null,
      namespace text,
      name text not null,
      last_seen_at timestamptz not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint cluster_events_once unique (organization_id, cluster, uid)
    )`.execute(db);
  await sql`create index cluster_events_old on platform.cluster_events (last_seen_at)`.execute(db);
  // The deletion of old rows is no event.
  await capture(db, {
    table: 'platform.cluster_events',
    on: 'insert or update',
    columns: 'cluster, reason, message, count, kind, namespace, name, last_seen_at, created_at',
  });
  await sql`
    create table platform.alerts (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organization on delete cascade,
      fingerprint text not null,
      status text not null check (status in ('firing', 'resolved')),
      name text not null,
      severity text,
      summary text,
      labels jsonb not null,
      annotations jsonb not null,
      starts_at timestamptz not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint alerts_once unique (organization_id, fingerprint)
    )`.execute(db);
  await capture(db, {
    table: 'platform.alerts',
    on: 'insert or update',
    columns: 'fingerprint, status, name, severity, summary, labels, annotations, starts_at, created_at',
  });
}

/** Stores events of a table with its key and the given columns. */
async function capture(
  db: Kysely<unknown>,
  { table, on, columns }: { readonly table: string; readonly on: string; readonly columns: string },
): Promise<void> {
  const names = sql.join(['id', ...columns.split(', ')].map((name) => sql.lit(name)));
  await sql`
    create trigger workflow_capture after ${sql.raw(on)} on ${sql.table(table)}
      for each row execute function workflow_capture(${names})`.execute(db);
}

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view platform.runs as
      select organization_id, id, kind, status, stop_reason, error_code, user_id, workspace_id, cost_usd, ended_at, created_at
      from run where ended_at is not null`.execute(db);
  await sql`
    create function workflow_run_ended() returns trigger language plpgsql set search_path from current as $function$
    declare
      execution record;
    begin
      if not exists (
        select from workflow_rule where organization_id = new.organization_id and entity = 'platform.runs' and is_active
      ) then
        return null;
      end if;
      select rule_execution.depth, workflow_rule.entity into execution
      from rule_execution join workflow_rule on workflow_rule.id = rule_execution.rule_id
      where rule_execution.id = coalesce((select execution_id from rule_step where child_run_id = new.id), new.id);
      if execution.entity = 'platform.runs' then
        return null;
      end if;
      insert into workflow_event (organization_id, entity, entity_key, trigger, row, user_id, execution_id, depth)
      select organization_id, 'platform.runs', id::text, 'on_create', to_jsonb(ended) - 'organization_id', new.user_id,
        case when new.kind = 'rule_execution' then new.id end, coalesce(execution.depth, 0)
      from platform.runs as ended where id = new.id;
      return null;
    end
    $function$`.execute(db);
  await sql`
    create trigger workflow_run_ended after update of ended_at on run
      for each row when (old.ended_at is null and new.ended_at is not null)
      execute function workflow_run_ended()`.execute(db);
}

async function createRevisions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view platform.revisions as
      select workspace.organization_id, workspace_id || '/' || revision_number as id, workspace_id,
        workspace.name as workspace_name, revision_number, revision.created_type as origin,
        revision.created_by_user_id as user_id, revision.created_at
      from workspace_revision as revision join workspace on workspace.id = revision.workspace_id
      where revision.created_type in ('accept', 'auto_accept', 'rollback')`.execute(db);
  await sql`
    create function workflow_revision_created() returns trigger language plpgsql set search_path from current as $function$
    begin
      insert into workflow_event (organization_id, entity, entity_key, trigger, row, user_id)
      select organization_id, 'platform.revisions', id, 'on_create', to_jsonb(created) - 'organization_id', user_id
      from platform.revisions as created
      where workspace_id = new.workspace_id and revision_number = new.revision_number;
      return null;
    end
    $function$`.execute(db);
  await sql`
    create trigger workflow_revision_created after insert on workspace_revision
      for each row when (new.created_type in ('accept', 'auto_accept', 'rollback'))
      execute function workflow_revision_created()`.execute(db);
}
