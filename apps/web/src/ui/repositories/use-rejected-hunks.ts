import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { useDraft } from '../chat/use-draft.ts';
import type { RejectedHunks } from './accepted-changes.ts';

const rejectedSchema = z.array(z.tuple([z.string(), z.array(z.number())]));

/** The hunks that a person rejected and did not send yet; kept in this tab across reloads. Undefined before the first choice. */
export function useRejectedHunks(jobId: string): [RejectedHunks | undefined, (rejected: RejectedHunks) => void] {
  const [stored, store] = useDraft(`review.${jobId}`);
  const rejected = useMemo(() => parseRejected(stored), [stored]);
  const setRejected = useCallback(
    (next: RejectedHunks) => store(JSON.stringify([...next].map(([path, places]) => [path, [...places]]))),
    [store],
  );
  return [rejected, setRejected];
}

function parseRejected(stored: string): RejectedHunks | undefined {
  if (stored === '') return undefined;
  return new Map(rejectedSchema.parse(JSON.parse(stored)).map(([path, places]) => [path, new Set(places)]));
}
