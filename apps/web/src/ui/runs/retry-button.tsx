import type { RunSummary } from '@shipmate/protocol/web/runs';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { navigate } from '../router/navigate.ts';
import { toRunPath } from '../router/route.ts';
import { useRetryRun } from '../api/runs-query.ts';

interface RetryButtonProps {
  readonly run: Pick<RunSummary, 'id'>;
  readonly fromStep: number;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** Retries a run from a step and opens the new run. */
export function RetryButton({ run, fromStep, icon, children }: RetryButtonProps) {
  const retry = useRetryRun(run.id);
  return (
    <>
      <Button
        icon={icon}
        isBusy={retry.isPending}
        onClick={() => retry.mutate({ from_step: fromStep }, { onSuccess: ({ runId }) => navigate(toRunPath(runId)) })}
      >
        {children}
      </Button>
      {retry.error && <StatedError error={retry.error} />}
    </>
  );
}
