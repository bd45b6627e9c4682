import type { WorkspaceSummary } from '@shipmate/protocol/web/workspace';
import { Link } from '../router/link.tsx';
import { toWorkspacePath } from '../router/route.ts';
import { PendingBadge } from '../workspace/pending-badge.tsx';
import { toAge } from '../time/age.ts';

/** One workspace of the list. */
export function WorkspaceRow({ workspace }: { workspace: WorkspaceSummary }) {
  return (
    <li>
      <Link
        href={toWorkspacePath(workspace.id)}
        className="hover:bg-raised flex items-center gap-3 px-4 py-2.5 -outline-offset-2 transition-colors"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{workspace.name}</span>
          {workspace.summary !== null && <span className="text-muted block truncate text-xs">{workspace.summary}</span>}
        </span>
        <PendingBadge count={workspace.pendingCount} />
        <span className="text-muted shrink-0 text-right text-xs tabular-nums">
          <span className="block">Revision {workspace.currentRevisionNumber}</span>
          <time dateTime={workspace.updatedAt} className="block">
            {toAge(new Date(workspace.updatedAt), new Date())}
          </time>
        </span>
      </Link>
    </li>
  );
}
