import { isId } from '@shipmate/domain';
import type { InboxItem, InboxKind, InboxOrigin, InboxStore, InboxSubject } from '@shipmate/domain/inbox';
import { type RawBuilder, sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { afterCursor, timeCursor, toPage } from '../page/time-page.ts';
import { inboxSources } from './inbox-sources.ts';

/** The most items of one run that are searched for an id. */
const maxOfOneRow = 100;

/** Creates an {@link InboxStore} on SQL. */
export function createInboxStore(executor: Executor): InboxStore {
  return {
    async list(principal, page) {
      const only = afterCursor('created_at', 'id', page.before);
      const rows = await select(executor, {
        sources: inboxSources.map(({ select: of }) => of(principal, only)),
        limit: page.limit + 1,
      });
      return toPage(rows, page, toItem);
    },

    async get(principal, { kind, id }) {
      const source = inboxSources.find((each) => each.kind === kind);
      // Items of one run share the id of its row.
      const [rowId] = id.split('.', 1);
      const rows = isId(rowId)
        ? await select(executor, {
            sources: [source?.select(principal, sql<boolean>`id = ${rowId}`)],
            limit: maxOfOneRow,
          })
        : [];
      return toItem(
        found(
          rows.find((row) => row.item_id === id),
          'inbox item',
        ),
      );
    },
  };
}

interface InboxSelection {
  readonly sources: readonly ReturnType<(typeof inboxSources)[number]['select']>[];
  readonly limit: number;
}

/** Reads at most `limit` rows of each source by its index, merges them, and adds their origin. */
async function select(executor: Executor, { sources, limit }: InboxSelection): Promise<readonly InboxRow[]> {
  const newest = sql`order by created_at desc, id desc limit ${limit}`;
  const branches = sources.flatMap((source) => (source === undefined ? [] : [sql`(${source} ${newest})`]));
  if (branches.length === 0) return [];
  const { rows } = await sql<InboxRow>`
    with item as (
      select kind, id, item_id, run_id, conversation_id, version, created_at, expires_at, detail
      from (${sql.join(branches.map(withColumns), sql` union all `)}) as waiting ${newest})
    select item.kind, item.item_id, item.run_id, item.version, item.created_at, item.expires_at, item.detail,
      run.origin as run_origin, conversation.id as conversation_id, conversation.title as conversation_title,
      workspace.id as workspace_id, workspace.name as workspace_name, execution.rule_id,
      ${timeCursor('item.created_at', 'item.id')} as cursor
    from item
    left join run on run.id = item.run_id
    left join rule_execution as execution on execution.id = item.run_id
    left join conversation on conversation.id = coalesce(item.conversation_id, run.conversation_id)
    left join workspace on workspace.id = coalesce(run.workspace_id, conversation.workspace_id)
    order by item.created_at desc, item.id desc`.execute(executor);
  return rows;
}

function withColumns(branch: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select kind, id, item_id, run_id, conversation_id, version, created_at, expires_at, detail from ${branch} as source`;
}

interface InboxRow {
  readonly kind: InboxKind;
  readonly item_id: string;
  readonly run_id: string | null;
  readonly version: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  /** The subject without its kind. */
  readonly detail: object;
  readonly run_origin: InboxOrigin['runOrigin'];
  readonly conversation_id: string | null;
  readonly conversation_title: string | null;
  readonly workspace_id: string | null;
  readonly workspace_name: string | null;
  readonly rule_id: string | null;
  readonly cursor: string;
}

function toItem(row: InboxRow): InboxItem {
  return {
    id: row.item_id,
    subject: { kind: row.kind, ...row.detail } as InboxSubject,
    origin: {
      runId: row.run_id,
      runOrigin: row.run_origin,
      conversationId: row.conversation_id,
      conversationTitle: row.conversation_title,
      workspaceId: row.workspace_id,
      workspaceName: row.workspace_name,
      ruleId: row.rule_id,
    },
    version: row.version,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
