import { sql, type Kysely } from 'kysely';

/** Adds the stored bytes of each workspace, and an organization's own quota. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organization add column storage_quota_bytes bigint check (storage_quota_bytes > 0)`.execute(db);
  await sql`alter table workspace add column stored_bytes bigint not null default 0`.execute(db);
  await sql`
    create function workspace_file_bytes(path text, content text, content_pending text, pending_path text)
    returns bigint language sql immutable as $$
      select octet_length(path)::bigint + octet_length(content) + coalesce(octet_length(content_pending), 0)
        + coalesce(octet_length(pending_path), 0)
    $$`.execute(db);
  await sql`
    update workspace set stored_bytes = stored.bytes
    from (
      select workspace_id, sum(workspace_file_bytes(path, content, content_pending, pending_path)) as bytes
      from workspace_file group by workspace_id
    ) as stored
    where workspace.id = stored.workspace_id`.execute(db);
  await sql`
    create function count_stored_bytes() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        update workspace set stored_bytes = stored_bytes + stored.bytes
        from (
          select workspace_id, sum(workspace_file_bytes(path, content, content_pending, pending_path)) as bytes
          from added group by workspace_id
        ) as stored
        where workspace.id = stored.workspace_id;
      end if;
      if tg_op <> 'INSERT' then
        update workspace set stored_bytes = stored_bytes - stored.bytes
        from (
          select workspace_id, sum(workspace_file_bytes(path, content, content_pending, pending_path)) as bytes
          from removed group by workspace_id
        ) as stored
        where workspace.id = stored.workspace_id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger workspace_file_added after insert on workspace_file referencing new table as added
    for each statement execute function count_stored_bytes()`.execute(db);
  await sql`
    create trigger workspace_file_changed after update on workspace_file
    referencing old table as removed new table as added
    for each statement execute function count_stored_bytes()`.execute(db);
  await sql`
    create trigger workspace_file_removed after delete on workspace_file referencing old table as removed
    for each statement execute function count_stored_bytes()`.execute(db);
  await sql`
    alter table audit_entry
      drop constraint audit_entry_kind_check,
      add constraint audit_entry_kind_check check (kind in (
        'run_asked', 'tool_call_approved', 'tool_call_denied', 'tool_call_settled', 'grant_created', 'grant_revoked',
        'changes_accepted', 'changes_rejected', 'workspace_rolled_back', 'workspace_settings_changed', 'workspace_deleted',
        'token_created', 'token_revoked', 'push_asked', 'push_done', 'spend_limits_changed', 'pattern_saved', 'pattern_removed',
        'remediation_begun', 'remediation_approved', 'remediation_denied'
      ))`.execute(db);
}
