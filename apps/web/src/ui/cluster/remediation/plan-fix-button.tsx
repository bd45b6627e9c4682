import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useNavigate } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { StatedError } from '../../components/stated-error.tsx';
import { useModelChoice } from '../../model/use-model-choice.ts';
import { remediationAddress } from '../../router/addresses.ts';
import { useBeginRemediation } from './remediation-queries.ts';

/** The issue to remediate, and its cluster. */
export interface Issue {
  readonly issue: string;
  /** The default cluster when undefined. */
  readonly context?: string | undefined;
}

interface PlanFixButtonProps extends Issue {
  /** Accessible name of the button, where its context is only visible. */
  readonly label?: string;
  readonly session: SessionResponse;
}

/** Starts planning of a fix; it is applied only after a person approves it. */
export function PlanFixButton({ issue, context, label, session }: PlanFixButtonProps) {
  const navigate = useNavigate();
  const { model } = useModelChoice(session);
  const begin = useBeginRemediation();
  function plan() {
    begin.mutate(
      { issue, ...(context !== undefined && { context }), ...(model && { model: model.id }) },
      { onSuccess: ({ id }) => void navigate(remediationAddress(id)) },
    );
  }
  return (
    <>
      <Button icon={<Hammer aria-hidden />} isBusy={begin.isPending} onClick={plan} aria-label={label}>
        Plan a fix
      </Button>
      {begin.error && (
        <div className="basis-full">
          <StatedError error={begin.error} />
        </div>
      )}
    </>
  );
}
