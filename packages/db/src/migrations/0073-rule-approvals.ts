import { sql, type Kysely } from 'kysely';

/** Adds the reasons of approvers of rules, the inbox events of their approvals, and notifications to the webhook of the inbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rule_approver add column reason text`.execute(db);
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
      select inbox_store_event('inbox.item.decided', 'rule_approval',
        approver.execution_id::text || '.' || approver.action_id::text, organization_id, user_id, outcome)
      from rule_approver as approver join rule_step as step using (execution_id, action_id)
      where approver.execution_id = execution and decision is null
        and case when action is null then step.status = 'waiting' else approver.action_id = action end
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
