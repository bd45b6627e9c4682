import { useWorkspace } from '../api/workspaces.ts';
import { useRevisions } from '../api/revisions.ts';
import { ErrorPage } from '../components/error-page.tsx';
import { LoadingPage } from '../components/loading-page.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { Link } from '../router/link.tsx';
import { parseRevisionsView, toWorkspacePath } from '../router/route.ts';
import { useSearch } from '../router/use-search.ts';
import { RevisionComparison } from './revision-comparison.tsx';
import { RevisionList } from './revision-list.tsx';

/** What was accepted when in a workspace, what differs between any two revisions, and the way back. */
export function RevisionsPage({ workspaceId }: { workspaceId: string }) {
  const workspace = useWorkspace(workspaceId);
  const revisions = useRevisions(workspaceId);
  const search = useSearch();
  const error = workspace.error ?? revisions.error;
  if (!workspace.data || !revisions.data) {
    if (!error) return <LoadingPage />;
    return (
      <ErrorPage
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
        <span aria-hidden className="text-line">
          /
        </span>
        <Link href={toWorkspacePath(workspaceId)} className="min-w-0 truncate font-medium hover:underline">
          {name}
        </Link>
        <span aria-hidden className="text-line">
          /
        </span>
        <PageHeading className="font-medium">Revisions</PageHeading>
      </TopBar>
      <main className="flex min-h-0 flex-1 flex-col md:flex-row">
        <RevisionList workspaceId={workspaceId} revisions={revisions.data} view={view} />
        <RevisionComparison workspace={workspace.data} revisions={revisions.data} view={view} />
      </main>
    </div>
  );
}
