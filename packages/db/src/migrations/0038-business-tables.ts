import { sql, type Kysely } from 'kysely';

/** Adds the sample business tables and the events that their changes cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createEvents(db);
  for (const schema of ['core', 'inventory', 'procurement', 'sales']) {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  }
  await createTable(db, {
    name: 'inventory.products',
    columns: `
      sku text not null,
      name text not null,
      category text,
      unit_price numeric not null default 0,
      is_active boolean not null default true,
      unique (organization_id, sku)`,
  });
  await createTable(db, {
    name: 'inventory.inventory_items',
    columns: `
      product_id uuid not null,
      warehouse text not null default 'main',
      quantity integer not null default 0 check (quantity >= 0),
      reserved_quantity integer not null default 0 check (reserved_quantity between 0 and quantity),
      reorder_point integer not null default 0,
      status text,
      unique (organization_id, product_id, warehouse),
      foreign key (organization_id, product_id) references inventory.products (organization_id, id)`,
  });
  await createTable(db, {
    name: 'sales.orders',
    columns: `
      number text not null,
      customer_name text not null,
      customer_email text,
      status text not null default 'open',
      total numeric not null default 0,
      ordered_at timestamptz not null default now(),
      unique (organization_id, number)`,
  });
  await createTable(db, {
    name: 'sales.order_line_items',
    columns: `
      order_id uuid not null,
      product_id uuid not null,
      quantity integer not null default 1 check (quantity > 0),
      unit_price numeric not null default 0,
      foreign key (organization_id, order_id) references sales.orders (organization_id, id),
      foreign key (organization_id, product_id) references inventory.products (organization_id, id)`,
  });
  await createTable(db, {
    name: 'procurement.purchase_orders',
    columns: `
      product_id uuid not null,
      supplier text not null,
      quantity integer not null check (quantity > 0),
      status text not null default 'draft',
      expected_at timestamptz,
      foreign key (organization_id, product_id) references inventory.products (organization_id, id)`,
  });
  await createTable(db, {
    name: 'core.tasks',
    columns: `
      title text not null,
      description text,
      status text not null default 'open',
      priority text not null default 'medium',
      assignee_id uuid,
      due_at timestamptz`,
  });
  await sql`
    create view core.users as
      select member.organization_id, app_user.id, app_user.name, app_user.email, member.role, member.created_at
      from member join app_user on app_user.id = member.user_id`.execute(db);
  await sql`
    create view core.roles as
      select organization_id, role as name, count(*)::integer as members from member group by organization_id, role`.execute(
    db,
  );
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow_event (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity,
      organization_id uuid not null references organization on delete cascade,
      entity text not null,
      entity_key text not null,
      trigger text not null check (trigger in ('on_create', 'on_update', 'on_delete', 'manual', 'scheduled')),
      row json not null,
      before json,
      rule_id uuid references workflow_rule on delete cascade,
      user_id uuid,
      execution_id uuid,
      depth integer not null default 0,
      status text not null default 'pending' check (status in ('pending', 'matched', 'dead')),
      attempts integer not null default 0,
      due_at timestamptz not null default clock_timestamp(),
      error text,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index workflow_event_pending on workflow_event (sequence) where status = 'pending'`.execute(db);
  await sql`create index workflow_event_rule on workflow_event (rule_id)`.execute(db);
  await sql`
    create index workflow_event_entity on workflow_event (organization_id, entity, trigger, sequence desc)`.execute(db);
  await sql`
    create index workflow_event_dead on workflow_event (organization_id, sequence desc) where status = 'dead'`.execute(
    db,
  );
  // The argument is the name of the key column. The setting names the user and the rule execution that write.
  await sql`
    create function workflow_capture() returns trigger language plpgsql set search_path from current as $function$
    declare
      old_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) - 'organization_id' end;
      new_row jsonb := case when tg_op = 'DELETE' then old_row else to_jsonb(new) - 'organization_id' end;
      owner_id uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
      cause jsonb := nullif(current_setting('shipmate.cause', true), '')::jsonb;
    begin
      if tg_op = 'UPDATE' and new_row - 'updated_at' = old_row - 'updated_at' then
        return null;
      end if;
      insert into workflow_event (organization_id, entity, entity_key, trigger, row, before, user_id, execution_id, depth)
      select id, tg_table_schema || '.' || tg_table_name, new_row ->> tg_argv[0],
        case tg_op when 'INSERT' then 'on_create' when 'UPDATE' then 'on_update' else 'on_delete' end,
        new_row, old_row, (cause ->> 'userId')::uuid, (cause ->> 'executionId')::uuid, coalesce((cause ->> 'depth')::integer, 0)
      from organization where id = owner_id;
      perform pg_notify('shipmate_run', 'rule_events');
      return null;
    end
    $function$`.execute(db);
}

async function createTable(
  db: Kysely<unknown>,
  { name, columns }: { readonly name: string; readonly columns: string },
): Promise<void> {
  const table = sql.table(name);
  await sql`
    create table ${table} (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organization on delete cascade,
      ${sql.raw(columns)},
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      unique (organization_id, id)
    )`.execute(db);
  await sql`
    create trigger workflow_capture after insert or update or delete on ${table}
      for each row execute function workflow_capture('id')`.execute(db);
}
