import type { SessionResponse } from '@shipmate/protocol';
import { Hammer } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { StatedError } from '../../components/stated-error.tsx';
import { useModelChoice } from '../../model/use-model-choice.ts';
import { navigate } from '../../router/navigate.ts';
import { toRemediationPath } from '../../router/route.ts';
import { toInvestigationQuestion } from '../investigation-question.ts';
import { toTitle, type ProblemGroup } from '../problem-groups.ts';
import { useBeginRemediation } from './remediation-queries.ts';

export interface RemediateButtonProps {
  readonly group: ProblemGroup;
  readonly context: string;
  readonly session: SessionResponse;
}

/** Has a fix planned, which is made only when a person approves it. */
export function RemediateButton({ group, context, session }: RemediateButtonProps) {
  const { model } = useModelChoice(session);
  const begin = useBeginRemediation();
  function remediate() {
    begin.mutate(
      { issue: toInvestigationQuestion(group, context), context, ...(model && { model: model.id }) },
      { onSuccess: ({ id }) => navigate(toRemediationPath(id)) },
    );
  }
  return (
    <>
      <Button
        icon={<Hammer aria-hidden />}
        isBusy={begin.isPending}
        onClick={remediate}
        aria-label={`Plan a fix of ${toTitle(group.root)}`}
      >
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
