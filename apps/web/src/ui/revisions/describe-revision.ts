import type { ListedRevision } from '../api/revisions.ts';

const origins: Record<string, string> = {
  prompt: 'Created from a request',
  sample: 'The sample chart',
  archive: 'Imported from an archive',
  chart: 'Imported from ArtifactHub',
  accept: 'Changes accepted',
  auto_accept: 'The agent’s changes accepted automatically',
};

/** Describes the origin of a revision in a few words. */
export function describeOrigin({
  createdType,
  sourceRevisionNumber,
}: Pick<ListedRevision, 'createdType' | 'sourceRevisionNumber'>): string {
  if (createdType === 'rollback') return `Rolled back to revision ${sourceRevisionNumber}`;
  return origins[createdType] ?? createdType;
}

/** Describes how many files a revision changed: `2 modified, 1 added`. */
export function describeChanges(changes: ListedRevision['changes']): string {
  const parts = (['modified', 'added', 'renamed', 'removed'] as const).flatMap((change) =>
    changes[change] === 0 ? [] : [`${changes[change]} ${change}`],
  );
  return parts.length === 0 ? 'no file changed' : parts.join(', ');
}
