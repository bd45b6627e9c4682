import { sql, type Kysely } from 'kysely';

/** Adds approvals of tool calls, standing grants, and the signing secrets of an installation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table approval (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      workspace_id uuid references workspace on delete cascade,
      conversation_id uuid not null references conversation on delete cascade,
      run_id uuid not null references run on delete cascade,
      tool_call_id text not null,
      tool text not null,
      input json not null,
      effect text not null check (effect in ('read', 'write', 'destructive')),
      signature text not null,
      status text not null check (status in ('pending', 'approved', 'used', 'denied', 'cancelled')),
      decided_by text check (decided_by in ('user', 'grant', 'policy')),
      decided_by_user_id uuid references app_user on delete set null,
      reason text,
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      decided_at timestamptz,
      constraint approval_call_unique unique (run_id, tool_call_id),
      constraint approval_decided check ((decided_by is null) = (decided_at is null)),
      constraint approval_undecided check (status <> 'pending' or decided_by is null),
      constraint approval_policy check (decided_by is null or decided_by = 'user' or effect <> 'destructive')
    )`.execute(db);
  await sql`create index approval_pending on approval (user_id, created_at) where status = 'pending'`.execute(db);
  await sql`create index approval_organization on approval (organization_id)`.execute(db);
  await sql`create index approval_workspace on approval (workspace_id)`.execute(db);
  await sql`create index approval_conversation on approval (conversation_id)`.execute(db);
  await sql`create index approval_decided_by_user on approval (decided_by_user_id)`.execute(db);

  await sql`
    create table tool_grant (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      tool text not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint tool_grant_unique unique (workspace_id, user_id, tool)
    )`.execute(db);
  await sql`create index tool_grant_organization on tool_grant (organization_id)`.execute(db);
  await sql`create index tool_grant_user on tool_grant (user_id)`.execute(db);

  await sql`create table installation_secret (name text primary key, value text not null)`.execute(db);
}
