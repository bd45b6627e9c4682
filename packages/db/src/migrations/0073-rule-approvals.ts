import { sql, type Kysely } from 'kysely';

/** Adds the reasons of approvers of rules, the inbox events of their approvals, and notifications to the webhook of the inbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rule_approver add column reason text, add column is_waiting boolean not null default true`.execute(db);
  await sql`
    update rule_approver as approver set is_waiting = false
    from rule_step as step join run on run.id = step.execution_id
    where (step.execution_id, step.action_id) = (approver.execution_id, approver.action_id)
      and (decision is not null or step.status <> 'waiting' or run.ended_at is not null)`.execute(db);
  await sql`drop index rule_approver_user`.execute(db);
  await sql`create index rule_approver_waiting on rule_approver (organization_id, user_id) where is_waiting`.execute(
    db,
  );
  await sql`
    alter table inbox_delivery
      drop constraint inbox_delivery_type_check,
      add constraint inbox_delivery_type_check
        check (type in ('inbox.item.created', 'inbox.item.decided', 'inbox.test', 'notification.created')),
      drop constraint inbox_delivery_item,
      add constraint inbox_delivery_item check ((type like 'inbox.item.%') = (item_id is not null))`.execute(db);
  await sql`
    create function inbox_capture_approver() returns trigger language plpgsql set search_path from current as $function$
    begin
      perform inbox_store_event(
        case tg_op when 'INSERT' then 'inbox.item.created' else 'inbox.item.decided' end, 'rule_approval',
        new.execution_id::text || '.' || new.action_id::text, new.organization_id, new.user_id, new.decision);
      return null;
    end
    $function$`.execute(db);
  await sql`
    create trigger inbox_created after insert on rule_approver
      for each row execute function inbox_capture_approver()`.execute(db);
  await sql`
    create trigger inbox_changed after update of decision on rule_approver
      for each row when (old.decision is null and new.decision is not null)
      execute function inbox_capture_approver()`.execute(db);
  // The approvers who have not decided are no longer asked once their step, or the whole execution, has ended.
  await sql`
    create function inbox_dismiss_approvers(execution uuid, action uuid, outcome text) returns void
    language sql set search_path from current as $function$
      with dismissed as (
        update rule_approver set is_waiting = false
        where execution_id = execution and (action is null or action_id = action) and is_waiting
        returning action_id, organization_id, user_id
      )
      select inbox_store_event('inbox.item.decided', 'rule_approval', execution::text || '.' || action_id::text,
        organization_id, user_id, outcome)
      from dismissed
    $function$`.execute(db);
  await sql`
    create function inbox_capture_step() returns trigger language plpgsql set search_path from current as $function$
    begin
      perform inbox_dismiss_approvers(new.execution_id, new.action_id, new.port);
      return null;
    end
    $function$`.execute(db);
  await sql`
    create trigger inbox_changed after update of status on rule_step
      for each row when (old.status = 'waiting' and new.status <> 'waiting') execute function inbox_capture_step()`.execute(
    db,
  );
  await sql`
    create function inbox_capture_execution() returns trigger language plpgsql set search_path from current as $function$
    begin
      perform inbox_dismiss_approvers(new.id, null, null);
      return null;
    end
    $function$`.execute(db);
  await sql`
    create trigger inbox_changed after update of ended_at on run
      for each row when (old.ended_at is null and new.ended_at is not null and new.kind = 'rule_execution')
      execute function inbox_capture_execution()`.execute(db);
}
