import type { RunSummary } from '@shipmate/protocol/web/runs';

/** The read state of this browser: per conversation, the newest run whose answer was on screen. */
export interface SeenRuns {
  /** Id of the newest run at the first read; runs up to it count as read. */
  readonly since: string;
  readonly byConversation: Readonly<Record<string, string>>;
}

/** Creates the read state of a browser; earlier runs count as read. */
export function beginSeeing(runs: readonly RunSummary[]): SeenRuns {
  return { since: runs[0]?.id ?? '', byConversation: {} };
}

/** Returns the conversations with an answer since they were last on screen. Ids of runs sort by time. */
export function unreadConversations(
  runs: readonly RunSummary[],
  { since, byConversation }: SeenRuns,
): ReadonlySet<string> {
  const answered = runs.filter(({ endedAt, status }) => endedAt !== null && status !== 'cancelled');
  return new Set(
    answered.flatMap(({ id, conversationId }) =>
      conversationId !== null && id > (byConversation[conversationId] ?? since) ? [conversationId] : [],
    ),
  );
}

/**
 * Marks a conversation as read; returns the same object when it already is. Drops conversations without a run in
 * `runs`.
 */
export function seeConversation(seen: SeenRuns, runs: readonly RunSummary[], conversationId: string): SeenRuns {
  if (!unreadConversations(runs, seen).has(conversationId)) return seen;
  const newest = runs.find((run) => run.conversationId === conversationId && run.endedAt !== null);
  const known = new Set(runs.map((run) => run.conversationId));
  const kept = Object.entries(seen.byConversation).filter(([id]) => known.has(id));
  return { ...seen, byConversation: { ...Object.fromEntries(kept), ...(newest && { [conversationId]: newest.id }) } };
}

/** Returns the runs that ended, or began to wait for the person, between two reads; none for the first read. */
export function changedRuns(
  before: readonly RunSummary[] | undefined,
  now: readonly RunSummary[],
): readonly RunSummary[] {
  if (!before) return [];
  const earlier = new Map(before.map((run) => [run.id, run]));
  const newest = before[0]?.id ?? '';
  return now.filter(({ id, status, endedAt, remediation }) => {
    const known = earlier.get(id);
    const wasGoingOn = known ? known.endedAt === null : id > newest;
    if (!wasGoingOn || status === 'cancelled') return false;
    // A remediation also waits for the time of its next check.
    const isForPerson = remediation ? remediation.status === 'awaiting_approval' : status === 'waiting';
    return endedAt !== null || (isForPerson && known?.status !== 'waiting');
  });
}
