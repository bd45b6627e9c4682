import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { Waiting } from '../components/waiting.tsx';
import { workspaceAddress } from '../router/addresses.ts';
import { useChartFolders, useOpenChart } from './repository-queries.ts';

const ImportLeftDialog = lazy(async () => ({
  default: (await import('../workspace/import-left-dialog.tsx')).ImportLeftDialog,
}));

/** The charts on the default branch of a repository, each of which opens as a workspace. */
export function RepositoryCharts({ repositoryId }: { readonly repositoryId: string }) {
  const folders = useChartFolders(repositoryId);
  const open = useOpenChart(repositoryId);
  const navigate = useNavigate();
  if (folders.error?.code === 'CONFLICT') {
    return <EmptyState>The charts are shown once the repository was fetched.</EmptyState>;
  }
  if (folders.error) return <StatedError error={folders.error} onRetry={() => void folders.refetch()} />;
  if (!folders.data) return <Waiting>Looking for charts…</Waiting>;
  if (folders.data.length === 0) return <EmptyState>No folder of the default branch has a Chart.yaml.</EmptyState>;
  return (
    <>
      {open.error && <ErrorBanner error={open.error} onDismiss={() => open.reset()} />}
      <FramedList aria-label="Charts">
        {folders.data.map((folder) => (
          <li key={folder} className="flex flex-wrap items-center gap-2 px-3 py-2 text-xs">
            <span className="mr-auto min-w-0 font-mono wrap-anywhere">{folder === '' ? 'Top folder' : folder}</span>
            <Button
              aria-label={`Open as a workspace: ${folder === '' ? 'the chart in the top folder' : folder}`}
              isBusy={open.isPending && open.variables.folder === folder}
              onClick={() =>
                open.mutate(
                  { folder },
                  {
                    onSuccess: ({ workspaceId, left }) =>
                      left.length === 0 && void navigate(workspaceAddress(workspaceId)),
                  },
                )
              }
            >
              Open as a workspace
            </Button>
          </li>
        ))}
      </FramedList>
      {open.data && open.data.left.length > 0 && (
        <Suspense>
          <ImportLeftDialog imported={open.data} onClose={() => open.reset()} />
        </Suspense>
      )}
    </>
  );
}
