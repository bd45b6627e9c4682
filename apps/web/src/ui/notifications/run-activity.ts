import type { RunSummary } from '@shipmate/protocol';

/** What a browser has shown of conversations: by conversation, the newest run whose answer was on screen. */
export interface SeenRuns {
  /** Runs up to this one are of before anybody looked. */
  readonly since: string;
  readonly byConversation: Readonly<Record<string, string>>;
}

/** A browser that begins to look now counts nothing of before as unread. */
export function beginSeeing(runs: readonly RunSummary[]): SeenRuns {
  return { since: runs[0]?.id ?? '', byConversation: {} };
}

/** The conversations that were answered since they were last on screen. Ids of runs sort by time. */
export function unreadConversations(
  runs: readonly RunSummary[],
  { since, byConversation }: SeenRuns,
): ReadonlySet<string> {
  return new Set(
    runs
      .filter(({ endedAt, status }) => endedAt !== null && status !== 'cancelled')
      .filter(({ id, conversationId }) => id > (byConversation[conversationId] ?? since))
      .map(({ conversationId }) => conversationId),
  );
}

/** Notes that a conversation is on screen; the same object when that is known. Only what `runs` still tell of is kept. */
export function seeConversation(seen: SeenRuns, runs: readonly RunSummary[], conversationId: string): SeenRuns {
  if (!unreadConversations(runs, seen).has(conversationId)) return seen;
  const newest = runs.find((run) => run.conversationId === conversationId && run.endedAt !== null);
  const known = new Set(runs.map((run) => run.conversationId));
  const kept = Object.entries(seen.byConversation).filter(([id]) => known.has(id));
  return { ...seen, byConversation: { ...Object.fromEntries(kept), ...(newest && { [conversationId]: newest.id }) } };
}

/** The runs that ended, or came to wait for the person, between two looks; of before the first look it tells nothing. */
export function changedRuns(
  before: readonly RunSummary[] | undefined,
  now: readonly RunSummary[],
): readonly RunSummary[] {
  if (!before) return [];
  const earlier = new Map(before.map((run) => [run.id, run]));
  const newest = before[0]?.id ?? '';
  return now.filter(({ id, status, endedAt }) => {
    const known = earlier.get(id);
    const wasGoingOn = known ? known.endedAt === null : id > newest;
    if (!wasGoingOn || status === 'cancelled') return false;
    return endedAt !== null || (status === 'waiting' && known?.status !== 'waiting');
  });
}
