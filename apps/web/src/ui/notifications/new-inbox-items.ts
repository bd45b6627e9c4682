import type { InboxItemView } from '@shipmate/protocol/web/inbox';

/** Kinds whose run waits, so that the notification of the run reports them. */
const reportedByRun: ReadonlySet<InboxItemView['kind']> = new Set(['approval', 'remediation', 'unknown_call']);

/** Returns the items that began to wait between two reads of the newest items; none for the first read. */
export function newInboxItems(
  before: readonly InboxItemView[] | undefined,
  now: readonly InboxItemView[],
): readonly InboxItemView[] {
  if (!before) return [];
  const known = new Set(before.map(({ kind, id }) => `${kind} ${id}`));
  const newest = before[0]?.createdAt ?? '';
  // An item below the known ones was on a page that had not been read.
  return now.filter(
    ({ kind, id, createdAt }) => !reportedByRun.has(kind) && !known.has(`${kind} ${id}`) && createdAt >= newest,
  );
}
