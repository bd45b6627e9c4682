import { toCount, toText, type UncheckedSearch } from '../router/search-value.ts';

/** The state of a revisions page in its address; missing values have defaults. */
interface RevisionsSearch {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Path of the file whose diff is shown; by default the first file that differs. */
  readonly file?: string | undefined;
}

/** The state of a revisions page: the two compared revisions, and the file whose diff is shown. */
export interface RevisionsView extends RevisionsSearch {
  readonly from: number;
  readonly to: number;
}

/** Parses the search parameters of a revisions page; drops invalid numbers. */
export function parseRevisionsSearch({ from, to, file }: UncheckedSearch): RevisionsSearch {
  return { from: toCount(from), to: toCount(to), file: toText(file) };
}

/** Returns the view of a revisions page; without numbers, compares the newest revision with the one before it. */
export function toRevisionsView({ from, to, file }: RevisionsSearch, newest: number): RevisionsView {
  const shown = to ?? newest;
  return { from: from ?? baseOf(shown, newest), to: shown, file };
}

/**
 * Returns the default base of a comparison: the previous revision; for the first revision the newest, which shows the
 * effect of a rollback.
 */
export function baseOf(revisionNumber: number, newest: number): number {
  return revisionNumber === 0 ? newest : revisionNumber - 1;
}

const weekMs = 7 * 24 * 3_600_000;

/**
 * Returns the comparison that shows the changes of the last seven days: from the revision that was current before them, or the
 * first one, to the newest. `undefined` when no revision was accepted since.
 */
export function lastWeekOf(
  revisions: readonly { readonly revisionNumber: number; readonly createdAt: string }[],
  now: Date,
): Pick<RevisionsView, 'from' | 'to'> | undefined {
  const newestFirst = revisions.toSorted((left, right) => right.revisionNumber - left.revisionNumber);
  const [newest] = newestFirst;
  const isOlder = ({ createdAt }: { readonly createdAt: string }) =>
    now.getTime() - new Date(createdAt).getTime() >= weekMs;
  const base = newestFirst.find(isOlder) ?? newestFirst.at(-1);
  if (!newest || !base || base.revisionNumber === newest.revisionNumber) return undefined;
  return { from: base.revisionNumber, to: newest.revisionNumber };
}

/** Returns the address of the page of a workspace's revisions. */
export function revisionsAddress(workspaceId: string, search: RevisionsSearch = {}) {
  return { to: '/workspace/$workspaceId/revisions', params: { workspaceId }, search } as const;
}
