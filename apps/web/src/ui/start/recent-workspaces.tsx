import { useWorkspaces } from '../api/workspaces.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { Spinner } from '../components/spinner.tsx';
import { WorkspaceRow } from './workspace-row.tsx';

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
    </section>
  );
}
