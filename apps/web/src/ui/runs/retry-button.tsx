import type { RunSummary } from '@shipmate/protocol/web/runs';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { runAddress } from '../router/addresses.ts';
import { useRetryRun } from '../api/runs-query.ts';

interface RetryButtonProps {
  readonly run: Pick<RunSummary, 'id'>;
  readonly fromStep: number;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** Retries a run from a step and opens the new run. */
export function RetryButton({ run, fromStep, icon, children }: RetryButtonProps) {
  const navigate = useNavigate();
  const retry = useRetryRun(run.id);
  return (
    <>
      <Button
        icon={icon}
        isBusy={retry.isPending}
        onClick={() =>
          retry.mutate({ from_step: fromStep }, { onSuccess: ({ runId }) => void navigate(runAddress(runId)) })
        }
      >
        {children}
      </Button>
      {retry.error && <StatedError error={retry.error} />}
    </>
  );
}
