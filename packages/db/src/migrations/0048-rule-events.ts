import { sql, type Kysely } from 'kysely';

/**
 * Captures changes of rows without a notification, keeps a version of the rules of each entity and trigger, and marks the events
 * that executions need, so that others can be deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The arguments are the key column and the captured columns, all by default. The setting names the user and the rule
  // execution that write.
  await sql`
    create or replace function workflow_capture() returns trigger language plpgsql set search_path from current as $function$
    declare
      old_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) - 'organization_id' end;
      new_row jsonb := case when tg_op = 'DELETE' then old_row else to_jsonb(new) - 'organization_id' end;
      owner_id uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
      cause jsonb := nullif(current_setting('shipmate.cause', true), '')::jsonb;
    begin
      if tg_nargs > 1 then
        select jsonb_object_agg(key, value) into new_row from jsonb_each(new_row) where key = any (tg_argv);
        select jsonb_object_agg(key, value) into old_row from jsonb_each(old_row) where key = any (tg_argv);
      end if;
      if tg_op = 'UPDATE' and new_row - 'updated_at' = old_row - 'updated_at' then
        return null;
      end if;
      insert into workflow_event (organization_id, entity, entity_key, trigger, row, before, user_id, execution_id, depth)
      select id, tg_table_schema || '.' || tg_table_name, new_row ->> tg_argv[0],
        case tg_op when 'INSERT' then 'on_create' when 'UPDATE' then 'on_update' else 'on_delete' end,
        new_row, old_row, (cause ->> 'userId')::uuid, (cause ->> 'executionId')::uuid, coalesce((cause ->> 'depth')::integer, 0)
      from organization where id = owner_id;
      return null;
    end
    $function$`.execute(db);

  await sql`
    create table workflow_rule_set (
      organization_id uuid not null references organization on delete cascade,
      entity text not null,
      trigger text not null,
      version bigint not null default 1,
      primary key (organization_id, entity, trigger)
    )`.execute(db);
  await sql`
    insert into workflow_rule_set (organization_id, entity, trigger)
    select distinct organization_id, entity, trigger from workflow_rule`.execute(db);
  // Rules that are deleted with their organization have no set any more.
  await sql`
    create function workflow_rule_changed() returns trigger language plpgsql set search_path from current as $function$
    begin
      if tg_op <> 'INSERT' then
        update workflow_rule_set set version = version + 1
        where (organization_id, entity, trigger) = (old.organization_id, old.entity, old.trigger);
      end if;
      if tg_op <> 'DELETE' then
        insert into workflow_rule_set (organization_id, entity, trigger) values (new.organization_id, new.entity, new.trigger)
        on conflict (organization_id, entity, trigger) do update set version = workflow_rule_set.version + 1;
      end if;
      return null;
    end
    $function$`.execute(db);
  await sql`
    create trigger workflow_rule_changed after insert or update or delete on workflow_rule
      for each row execute function workflow_rule_changed()`.execute(db);

  await sql`alter table workflow_event add column is_kept boolean not null default false`.execute(db);
  await sql`
    update workflow_event set is_kept = true where id in (select event_id from rule_execution)`.execute(db);
  await sql`
    create index workflow_event_old on workflow_event (created_at) where status = 'matched' and not is_kept`.execute(
    db,
  );
}
