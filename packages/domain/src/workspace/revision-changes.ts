import { type AcceptedFile, compareAccepted, type FileComparison } from './compare-revisions.ts';

/** The number of files that a revision changed, by type of change. */
export type RevisionChanges = Readonly<Record<FileComparison['change'], number>>;

/**
 * Counts the changes between the accepted files of two revisions, each with its content or a digest of it. The first
 * revision adds all its files.
 */
export function countRevisionChanges(before: readonly AcceptedFile[], after: readonly AcceptedFile[]): RevisionChanges {
  const counts = { added: 0, removed: 0, modified: 0, renamed: 0 };
  for (const { change } of compareAccepted(before, after)) counts[change] += 1;
  return counts;
}
