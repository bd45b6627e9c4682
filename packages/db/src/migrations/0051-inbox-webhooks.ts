import { sql, type Kysely } from 'kysely';
import { addAuditKinds } from './add-audit-kinds.ts';

/**
 * The sources of the inbox: kind, table, and the statuses in which a row waits. A trigger of each stores the events of organizations that
 * have a webhook.
 */
const sources = [
  ['approval', 'approval', 'pending'],
  ['remediation', 'remediation', 'awaiting_approval'],
  ['plan', 'plan', 'proposed partly_applied'],
  ['proposal', 'proposal', 'asking ready'],
  ['rule_preview', 'workflow_preview', 'pending'],
] as const;

/** Adds webhooks of the inbox, and the events that changes of its items cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table inbox_webhook (
      organization_id uuid primary key references organization on delete cascade,
      id uuid not null,
      url text not null,
      created_at timestamptz not null default clock_timestamp(),
      claimed_until timestamptz
    )`.execute(db);
  await sql`
    create table inbox_delivery (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity,
      organization_id uuid not null references inbox_webhook on delete cascade,
      type text not null check (type in ('inbox.item.created', 'inbox.item.decided', 'inbox.test')),
      kind text,
      item_id text,
      user_id uuid,
      item_status text,
      body text,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'dead', 'dropped')),
      attempts integer not null default 0,
      due_at timestamptz not null default clock_timestamp(),
      response_status integer,
      error text,
      created_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz,
      constraint inbox_delivery_item check ((type = 'inbox.test') = (item_id is null)),
      constraint inbox_delivery_ended check ((status = 'pending') = (ended_at is null))
    )`.execute(db);
  await sql`create index inbox_delivery_due on inbox_delivery (organization_id, sequence) where status = 'pending'`.execute(
    db,
  );
  await sql`create index inbox_delivery_recent on inbox_delivery (organization_id, sequence desc)`.execute(db);
  await sql`create index inbox_delivery_ended on inbox_delivery (ended_at)`.execute(db);
  await createTriggers(db);
  await addAuditKinds(db, ['inbox_webhook_changed', 'inbox_webhook_removed']);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  // Stores an event in the transaction of the change. An organization without a webhook has no events.
  await sql`
    create function inbox_store_event(
      event_type text, item_kind text, item text, organization uuid, owner_user uuid, new_status text
    ) returns void language plpgsql set search_path from current as $function$
    begin
      insert into inbox_delivery (organization_id, type, kind, item_id, user_id, item_status)
      select organization_id, event_type, item_kind, item, owner_user, new_status
      from inbox_webhook where organization_id = organization;
      if found then
        perform pg_notify('shipmate_run', 'inbox_events');
      end if;
    end
    $function$`.execute(db);
  // The arguments are the kind of the item, and the statuses in which it waits.
  await sql`
    create function inbox_capture() returns trigger language plpgsql set search_path from current as $function$
    declare
      waiting text[] := string_to_array(tg_argv[1], ' ');
      has_waited boolean := tg_op = 'UPDATE' and old.status = any (waiting);
      waits boolean := new.status = any (waiting);
    begin
      if has_waited <> waits then
        perform inbox_store_event(
          case when waits then 'inbox.item.created' else 'inbox.item.decided' end,
          tg_argv[0], new.id::text, new.organization_id, new.user_id, new.status);
      end if;
      return null;
    end
    $function$`.execute(db);
  for (const [kind, table, statuses] of sources) {
    const capture = sql`for each row execute function inbox_capture(${sql.lit(kind)}, ${sql.lit(statuses)})`;
    await sql`create trigger inbox_created after insert on ${sql.table(table)} ${capture}`.execute(db);
    await sql`
      create trigger inbox_changed after update of status on ${sql.table(table)}
        for each row when (old.status is distinct from new.status)
        execute function inbox_capture(${sql.lit(kind)}, ${sql.lit(statuses)})`.execute(db);
  }
  await sql`
    create function inbox_capture_call() returns trigger language plpgsql set search_path from current as $function$
    declare
      call record := case when tg_op = 'DELETE' then old else new end;
      is_unknown boolean := tg_op = 'UPDATE' and new.status = 'unknown';
    begin
      perform inbox_store_event(
        case when is_unknown then 'inbox.item.created' else 'inbox.item.decided' end,
        'unknown_call', call.run_id::text || '.' || call.tool_call_id, organization_id, user_id,
        case when is_unknown then 'unknown' else 'completed' end)
      from run where id = call.run_id;
      return null;
    end
    $function$`.execute(db);
  await sql`
    create trigger inbox_changed after update of status on tool_call
      for each row when (old.status is distinct from new.status and 'unknown' in (old.status, new.status))
      execute function inbox_capture_call()`.execute(db);
  await sql`
    create trigger inbox_removed after delete on tool_call
      for each row when (old.status = 'unknown') execute function inbox_capture_call()`.execute(db);
}
