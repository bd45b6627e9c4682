import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, Package } from 'lucide-react';
import { useCreateWorkspace, useWorkspaces } from '../api/workspaces.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Spinner } from '../components/spinner.tsx';
import { workspaceAddress } from '../router/addresses.ts';

/** Opens the sample chart; creates it first when the organization has none. */
export function SampleChartButton() {
  const navigate = useNavigate();
  const workspaces = useWorkspaces();
  const create = useCreateWorkspace();

  function open() {
    const existing = workspaces.data?.find(({ createdType }) => createdType === 'sample');
    if (existing) void navigate(workspaceAddress(existing.id));
    else
      create.mutate({ template: 'sample' }, { onSuccess: (made) => void navigate(workspaceAddress(made.workspaceId)) });
  }

  return (
    <div className="space-y-2">
      <button
        type="button"
        disabled={workspaces.isPending}
        aria-busy={create.isPending}
        onClick={open}
        className="border-line bg-surface hover:border-edge group flex w-full items-center gap-3 rounded-lg border px-4 py-3 text-left transition-colors"
      >
        <Package aria-hidden className="text-accent size-5 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">Open the sample chart</span>
          <span className="text-muted block text-xs">A ready-made chart to try requests on.</span>
        </span>
        {create.isPending ? (
          <Spinner />
        ) : (
          <ArrowRight
            aria-hidden
            className="text-muted size-4 shrink-0 transition-transform group-hover:translate-x-0.5"
          />
        )}
      </button>
      {create.error && <ErrorBanner error={create.error} />}
    </div>
  );
}
