import type { JobFileView, JobReviewView, ReviewJobRequest } from '@shipmate/protocol/web/repositories';

/** The places of rejected hunks by path. A file without hunks has the place 0. */
export type RejectedHunks = ReadonlyMap<string, ReadonlySet<number>>;

/** Splits a patch into its hunks, without the last line end. Only a line feed ends a line. */
export function splitHunks(patch: string): readonly string[] {
  return patch.split(/(?<=\n)(?=@@ )/u).map((hunk) => hunk.replace(/\n$/u, ''));
}

/** Returns the places of a file that can be rejected. */
export function placesOf({ patch }: Pick<JobFileView, 'patch'>): ReadonlySet<number> {
  const count = patch === null ? 1 : splitHunks(patch).length;
  return new Set(Array.from({ length: count }, (_, place) => place));
}

/** Returns the accepted part of the files of a job. */
export function toAccepted(
  files: readonly Pick<JobFileView, 'path' | 'patch'>[],
  rejected: RejectedHunks,
): ReviewJobRequest['accepted'] {
  const isAll = files.every(({ path }) => (rejected.get(path)?.size ?? 0) === 0);
  if (isAll) return 'all';
  return files.flatMap((file) => {
    const not = rejected.get(file.path) ?? new Set<number>();
    const hunks = [...placesOf(file)].filter((place) => !not.has(place));
    if (hunks.length === 0) return [];
    return [{ path: file.path, hunks: not.size === 0 ? ('all' as const) : hunks }];
  });
}

/** Returns the rejected part of the files of a job that was reviewed before: what the review does not accept. */
export function toRejected(
  files: readonly Pick<JobFileView, 'path' | 'patch'>[],
  review: Pick<JobReviewView, 'accepted'> | null,
): RejectedHunks {
  if (review === null || review.accepted === 'all') return new Map();
  const accepted = new Map(review.accepted.map(({ path, hunks }) => [path, hunks]));
  return new Map(
    files.map((file) => {
      const hunks = accepted.get(file.path) ?? [];
      const not = hunks === 'all' ? [] : [...placesOf(file)].filter((place) => !hunks.includes(place));
      return [file.path, new Set(not)];
    }),
  );
}
