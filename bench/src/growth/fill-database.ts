import type { Principal } from '../../../packages/core/src/index.ts';
import type { Query } from '../durable/count-statements.ts';

/** Numbers of rows. */
export interface GrowthSize {
  readonly workspaces: number;
  readonly conversations: number;
  readonly runs: number;
  readonly eventsPerRun: number;
  readonly auditEntries: number;
}

/** One page of every list: the "empty" database, because an empty list measures nothing. */
export const onePage: GrowthSize = {
  workspaces: 60,
  conversations: 60,
  runs: 300,
  eventsPerRun: 10,
  auditEntries: 300,
};

/** The database of the issue: 100,000 runs, 1,000,000 events and 300,000 audit entries. */
export const grown: GrowthSize = {
  workspaces: 2_000,
  conversations: 20_000,
  runs: 100_000,
  eventsPerRun: 10,
  auditEntries: 300_000,
};

/** Rows that a list by a rare status or kind finds, whatever the size: the oldest ones. */
const rare = 60;
const queued = 60;

/** Fills the organization of a principal by SQL, with rows like those of two months; all of it belongs to one user. */
export async function fillDatabase(query: Query, principal: Principal, size: GrowthSize): Promise<void> {
  const { organizationId, userId } = principal;
  const owner = `'${organizationId}'::uuid, '${userId}'::uuid`;
  await query(`
    create or replace function growth_time(n bigint, of bigint) returns timestamptz language sql immutable as
    $$ select timestamptz '2026-09-20' + (n::float8 / of) * interval '60 days' $$`);
  // A UUIDv7: the time in milliseconds, then bits that number the row.
  await query(`
    create or replace function growth_id(kind int, n bigint, of bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex((extract(epoch from growth_time(n, of)) * 1000)::bigint), 12, '0')
        || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid $$`);
  const { workspaces, conversations, runs, eventsPerRun, auditEntries } = size;
  const id = (kind: number, n: string, of: number): string => `growth_id(${kind}, ${n}, ${of})`;
  await query(`
    begin;
    insert into workspace (organization_id, created_by_user_id, id, name, created_type, current_revision_number, created_at, updated_at)
      select ${owner}, ${id(1, 'n', workspaces)}, 'Workspace ' || n, 'prompt', 0, growth_time(n, ${workspaces}), growth_time(n, ${workspaces})
      from generate_series(1, ${workspaces}) n;
    insert into workspace_revision (workspace_id, revision_number, created_by_user_id, created_type)
      select id, 0, created_by_user_id, 'prompt' from workspace where organization_id = '${organizationId}';
    commit`);
  await query(`
    insert into workspace_file (workspace_id, revision_number, id, path, content, content_digest)
    select workspace.id, 0, gen_random_uuid(), 'templates/' || n || '.yaml', repeat('key: value' || chr(10), 40), '0000000000000000'
    from workspace, generate_series(1, 20) n where organization_id = '${organizationId}'`);
  await query(`
    insert into conversation (organization_id, user_id, id, workspace_id, context_type, title, created_at, updated_at)
    select ${owner}, ${id(2, 'n', conversations)},
      -- The newest workspace has a page of conversations of its own.
      ${id(1, `case when n > ${conversations - 60} then ${workspaces} else 1 + n % ${workspaces} end`, workspaces)},
      'chart', 'Conversation ' || n, growth_time(n, ${conversations}), growth_time(n, ${conversations})
    from generate_series(1, ${conversations}) n`);
  await query(`
    insert into run (organization_id, user_id, id, conversation_id, workspace_id, model, status, stop_reason,
      last_sequence, input_tokens, output_tokens, created_at, ended_at)
    select ${owner}, ${id(3, 'n', runs)}, conversation.id, conversation.workspace_id, 'demo:scripted', state.status,
      case when state.status = 'queued' then null else 'final' end, ${eventsPerRun}, 9000, 400, growth_time(n, ${runs}),
      case when state.status = 'queued' then null else growth_time(n, ${runs}) end
    from generate_series(1, ${runs}) n
    cross join lateral (select case when n <= ${rare} then 'failed' when n > ${runs - queued} then 'queued'
      else 'completed' end as status) state
    join conversation on conversation.id = ${id(2, `1 + n % ${conversations}`, conversations)}`);
  await query(`
    insert into message (id, conversation_id, run_id, position, message, search_text)
    select gen_random_uuid(), conversation_id, id, 2 * row_number() over (partition by conversation_id order by id) + half,
      json_build_object('role', case half when 0 then 'user' else 'assistant' end,
        'content', json_build_array(json_build_object('type', 'text', 'text', repeat('words of a message ', 40)))),
      repeat('words of a message ', 40)
    from run, generate_series(0, 1) half where organization_id = '${organizationId}'`);
  await query(`
    insert into run_event (run_id, sequence, event)
    select id, sequence, json_build_object('type', 'text_delta', 'deltas', json_build_array(repeat('word ', 40)))
    from run, generate_series(1, ${eventsPerRun}) sequence where organization_id = '${organizationId}'`);
  await query(`
    insert into run_step (run_id, turn, model, finish, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
      reasoning_tokens, messages, started_at, ended_at)
    select id, turn, 'demo:scripted', 'stop', 9000, 400, 0, 0, 0, '[]', created_at, created_at
    from run, generate_series(0, 1) turn where organization_id = '${organizationId}'`);
  await query(`
    insert into audit_entry (organization_id, user_id, id, at, via, kind, subject_id, details)
    select ${owner}, ${id(4, 'n', auditEntries)}, growth_time(n, ${auditEntries}), 'session',
      case when n <= ${rare} then 'spend_limits_changed' else 'changes_accepted' end, gen_random_uuid(), '{}'
    from generate_series(1, ${auditEntries}) n`);
}
