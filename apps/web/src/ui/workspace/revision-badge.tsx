import { usePaletteActions } from '../palette/palette-registry.tsx';
import { Link } from '../router/link.tsx';
import { navigate } from '../router/navigate.ts';
import { toRevisionsPath } from '../router/route.ts';

/** The current revision, linked to the list of revisions. */
export function RevisionBadge({ workspaceId, revisionNumber }: { workspaceId: string; revisionNumber: number }) {
  const path = toRevisionsPath(workspaceId);
  usePaletteActions([
    { id: 'workspace.revisions', group: 'Workspace', label: 'Show revisions', run: () => navigate(path) },
  ]);
  return (
    <Link
      href={path}
      title="Show all revisions"
      className="border-line text-muted hover:border-edge hover:text-ink shrink-0 rounded-full border px-2 py-0.5 text-2xs font-medium whitespace-nowrap tabular-nums transition-colors"
    >
      <span className="max-sm:sr-only">Revision</span> {revisionNumber}
    </Link>
  );
}
