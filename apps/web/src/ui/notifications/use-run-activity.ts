import { runListResponseSchema, type RunSummary } from '@shipmate/protocol/web/runs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import { requestJson } from '../api/request.ts';
import { usePreference } from '../preference/use-preference.ts';
import { isActive } from '../api/run-words.ts';
import { runsKey } from '../api/runs-query.ts';
import { beginSeeing, seeConversation, unreadConversations, type SeenRuns } from './run-activity.ts';
import type { SectionCount } from './section-count.ts';

const seenSchema = z.object({ since: z.string(), byConversation: z.record(z.string(), z.string()) });

const busyMs = 3_000;
const idleMs = 10_000;

/** The newest runs; polls, also while the page is hidden. */
export function useRecentRuns() {
  return useQuery({
    queryKey: [...runsKey, 'recent'],
    queryFn: ({ signal }) => requestJson('/api/runs?limit=50', { schema: runListResponseSchema, signal }),
    select: ({ runs }) => runs,
    refetchInterval: ({ state }) => (state.data?.runs.some(isActive) ? busyMs : idleMs),
    refetchIntervalInBackground: true,
  });
}

/** The person's active runs, and the conversations with unread answers. */
interface RunActivity {
  readonly active: readonly RunSummary[];
  readonly unread: ReadonlySet<string>;
}

/** Reads the active runs and the unread conversations of this browser. */
export function useRunActivity(): RunActivity {
  const runs = useRecentRuns().data;
  const [seen, setSeen] = useSeenRuns();
  useEffect(() => {
    if (runs && !seen) setSeen(beginSeeing(runs));
  }, [runs, seen, setSeen]);
  return useMemo(
    () => ({
      active: runs?.filter(isActive) ?? [],
      unread: runs && seen ? unreadConversations(runs, seen) : new Set(),
    }),
    [runs, seen],
  );
}

/** The numbers of active runs and of conversations with unread answers. */
export function useRunCounts(): readonly SectionCount[] {
  const { active, unread } = useRunActivity();
  return [
    { count: active.length, word: 'active', needsAttention: false },
    { count: unread.size, word: 'unread', needsAttention: true },
  ];
}

/** Marks a conversation as read while it is on a visible page. */
export function useConversationSeen(conversationId: string): void {
  const runs = useRecentRuns().data;
  const [seen, setSeen] = useSeenRuns();
  useEffect(() => {
    function see() {
      if (document.hidden || !runs || !seen) return;
      const next = seeConversation(seen, runs, conversationId);
      if (next !== seen) setSeen(next);
    }
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [runs, seen, setSeen, conversationId]);
}

function useSeenRuns(): readonly [SeenRuns | undefined, (seen: SeenRuns) => void] {
  const [stored, setStored] = usePreference('seen-runs');
  const seen = useMemo(() => parseSeen(stored), [stored]);
  const setSeen = useMemo(() => (next: SeenRuns) => setStored(JSON.stringify(next)), [setStored]);
  return [seen, setSeen];
}

/** Data of another version of the page is ignored. */
function parseSeen(stored: string | null): SeenRuns | undefined {
  if (stored === null) return undefined;
  try {
    return seenSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
