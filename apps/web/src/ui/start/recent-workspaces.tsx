import type { WorkspaceSummary } from '@shipmate/protocol/web/workspace';
import { useWorkspaces } from '../api/workspaces.ts';
import { Button } from '../components/button.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Spinner } from '../components/spinner.tsx';
import { workspaceAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { PendingBadge } from '../workspace/pending-badge.tsx';
import { RelativeTime } from '../time/relative-time.tsx';

/** The workspaces of the organization, last changed first. */
export function RecentWorkspaces() {
  const workspaces = useWorkspaces();
  return (
    <section aria-labelledby="recent-workspaces" className="space-y-2">
      <h2 id="recent-workspaces" className="text-muted text-xs font-medium">
        Recent workspaces
      </h2>
      {workspaces.error && <ErrorBanner error={workspaces.error} onRetry={() => void workspaces.refetch()} />}
      {workspaces.isPending && (
        <p role="status" className="text-muted appear-late flex items-center gap-2 py-3 text-xs">
          <Spinner /> Loading workspaces…
        </p>
      )}
      {workspaces.data?.length === 0 && (
        <p className="border-line text-muted rounded-lg border border-dashed px-4 py-6 text-center text-xs">
          None yet. Send a prompt above, or open the sample chart.
        </p>
      )}
      {workspaces.data && workspaces.data.length > 0 && (
        <FramedList>
          {workspaces.data.map((workspace) => (
            <WorkspaceRow key={workspace.id} workspace={workspace} />
          ))}
        </FramedList>
      )}
      {workspaces.hasNextPage && (
        <Button isBusy={workspaces.isFetchingNextPage} onClick={() => void workspaces.fetchNextPage()}>
          Older workspaces
        </Button>
      )}
    </section>
  );
}

/** One workspace of the list. */
function WorkspaceRow({ workspace }: { workspace: WorkspaceSummary }) {
  return (
    <li>
      <Link
        {...workspaceAddress(workspace.id)}
        className="hover:bg-raised flex items-center gap-3 px-4 py-2.5 -outline-offset-2 transition-colors"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{workspace.name}</span>
          {workspace.summary !== null && <span className="text-muted block truncate text-xs">{workspace.summary}</span>}
        </span>
        <PendingBadge count={workspace.pendingCount} />
        <span className="text-muted shrink-0 text-right text-xs tabular-nums">
          <span className="block">Revision {workspace.currentRevisionNumber}</span>
          <RelativeTime at={workspace.updatedAt} className="block" />
        </span>
      </Link>
    </li>
  );
}
