import { useWorkspace } from '../api/workspaces.ts';
import { useRevisions } from '../api/revisions.ts';
import { PendingPage } from '../components/pending-page.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { Trail } from '../navigation/trail.tsx';
import { parseRevisionsView, toWorkspacePath } from '../router/route.ts';
import { useSearch } from '../router/use-search.ts';
import { RevisionComparison } from './revision-comparison.tsx';
import { RevisionList } from './revision-list.tsx';

/** The history of a workspace: its revisions, the differences between any two of them, and rollback. */
export function RevisionsPage({ workspaceId }: { workspaceId: string }) {
  const workspace = useWorkspace(workspaceId);
  const revisions = useRevisions(workspaceId);
  const search = useSearch();
  const error = workspace.error ?? revisions.error;
  if (!workspace.data || !revisions.data) {
    return (
      <PendingPage
        error={error}
        onRetry={() => {
          void workspace.refetch();
          void revisions.refetch();
        }}
      />
    );
  }
  const { name, currentRevisionNumber } = workspace.data.workspace;
  const view = parseRevisionsView(search, currentRevisionNumber);
  return (
    <div className="relative flex h-dvh flex-col overflow-hidden">
      <TopBar>
        <Trail parent={{ label: name, href: toWorkspacePath(workspaceId) }} title="Revisions" />
      </TopBar>
      <main className="flex min-h-0 flex-1 flex-col md:flex-row">
        <RevisionList workspaceId={workspaceId} revisions={revisions.data} view={view} />
        <RevisionComparison workspace={workspace.data} revisions={revisions.data} view={view} />
      </main>
    </div>
  );
}
