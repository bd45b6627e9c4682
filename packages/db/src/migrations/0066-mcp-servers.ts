import { sql, type Kysely } from 'kysely';
import { addAuditKinds } from './add-audit-kinds.ts';

/** Adds MCP servers of organizations with their tools, and their audit kinds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mcp_server (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null,
      url text,
      program text,
      sealed_token text,
      context_types text[] not null,
      created_by_user_id uuid not null,
      created_at timestamptz not null default clock_timestamp(),
      checked_at timestamptz,
      problem text,
      constraint mcp_server_name_unique unique (organization_id, name),
      constraint mcp_server_place check ((url is null) <> (program is null)),
      constraint mcp_server_token check (sealed_token is null or url is not null)
    )`.execute(db);
  await sql`
    create table mcp_tool (
      server_id uuid not null references mcp_server on delete cascade,
      name text not null,
      state text not null check (state in ('on', 'off', 'changed')),
      pinned json,
      listed json,
      revision integer not null,
      decided_by_user_id uuid,
      decided_at timestamptz,
      primary key (server_id, name),
      constraint mcp_tool_pinned check (state = 'off' or pinned is not null),
      constraint mcp_tool_decided check ((decided_by_user_id is null) = (decided_at is null))
    )`.execute(db);
  await addAuditKinds(db, ['mcp_server_added', 'mcp_server_changed', 'mcp_server_removed', 'mcp_tool_decided']);
}
