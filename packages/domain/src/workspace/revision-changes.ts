import { type AcceptedFile, compareAccepted, type FileComparison } from './compare-revisions.ts';

/** The accepted content of a revision. */
export interface RevisionContent {
  readonly revisionNumber: number;
  /** Files with a digest in place of their content. */
  readonly files: readonly AcceptedFile[];
}

/** The number of files that a revision changed, by type of change. */
export type RevisionChanges = Readonly<Record<FileComparison['change'], number>>;

/** Counts the changes of each revision to the one before it, by number; the first one adds all its files. */
export function countRevisionChanges(contents: readonly RevisionContent[]): ReadonlyMap<number, RevisionChanges> {
  const inOrder = contents.toSorted((left, right) => left.revisionNumber - right.revisionNumber);
  return new Map(
    inOrder.map(({ revisionNumber, files }, index) => {
      const counts = { added: 0, removed: 0, modified: 0, renamed: 0 };
      for (const { change } of compareAccepted(inOrder[index - 1]?.files ?? [], files)) counts[change] += 1;
      return [revisionNumber, counts] as const;
    }),
  );
}
