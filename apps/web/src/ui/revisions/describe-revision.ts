import type { ListedRevision } from '../api/revisions.ts';

const origins: Record<string, string> = {
  prompt: 'Began from a request',
  sample: 'The sample chart',
  archive: 'Imported from an archive',
  chart: 'Imported from ArtifactHub',
  accept: 'Changes accepted',
  auto_accept: 'The agent’s changes accepted automatically',
};

/** How a revision came to be, in a few words. */
export function describeOrigin({
  createdType,
  sourceRevisionNumber,
}: Pick<ListedRevision, 'createdType' | 'sourceRevisionNumber'>): string {
  if (createdType === 'rollback') return `Rolled back to revision ${sourceRevisionNumber}`;
  return origins[createdType] ?? createdType;
}

/** How many files a revision changed: `2 modified, 1 added`. */
export function describeChanges(changes: ListedRevision['changes']): string {
  const parts = (['modified', 'added', 'renamed', 'removed'] as const).flatMap((change) =>
    changes[change] === 0 ? [] : [`${changes[change]} ${change}`],
  );
  return parts.length === 0 ? 'no file changed' : parts.join(', ');
}
