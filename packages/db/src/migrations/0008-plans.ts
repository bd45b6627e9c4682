import { sql, type Kysely } from 'kysely';

/** Adds plans with their file actions, and the persona of a run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run
      add column persona text not null default 'developer' check (persona in ('developer', 'operator'))`.execute(db);

  await sql`
    create table plan (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      conversation_id uuid not null references conversation on delete cascade,
      proposed_by_run_id uuid not null references run on delete cascade,
      applied_by_run_id uuid references run on delete set null,
      summary text not null,
      status text not null
        check (status in ('proposed', 'applying', 'partly_applied', 'applied', 'ignored', 'superseded')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index plan_workspace on plan (workspace_id, user_id, created_at desc)`.execute(db);
  await sql`create index plan_conversation on plan (conversation_id)`.execute(db);
  await sql`create index plan_proposed_by on plan (proposed_by_run_id)`.execute(db);
  await sql`create index plan_applied_by on plan (applied_by_run_id)`.execute(db);
  await sql`create index plan_organization on plan (organization_id)`.execute(db);
  await sql`create index plan_user on plan (user_id)`.execute(db);

  await sql`
    create table plan_action (
      plan_id uuid not null references plan on delete cascade,
      position integer not null check (position >= 0),
      action text not null check (action in ('create', 'modify', 'delete', 'rename')),
      path text not null check (path <> ''),
      new_path text check (new_path <> ''),
      why text not null,
      is_done boolean not null default false,
      primary key (plan_id, position),
      constraint plan_action_rename check ((action = 'rename') = (new_path is not null))
    )`.execute(db);
}
