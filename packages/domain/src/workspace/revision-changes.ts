import { type AcceptedFile, compareAccepted, type FileComparison } from './compare-revisions.ts';

/** What a revision had accepted. */
export interface RevisionContent {
  readonly revisionNumber: number;
  /** With a digest in the place of the content. */
  readonly files: readonly AcceptedFile[];
}

/** How many files a revision changed, by what it did to them. */
export type RevisionChanges = Readonly<Record<FileComparison['change'], number>>;

/** What each revision changed in the one before it, by number; the first one added all that it has. */
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
