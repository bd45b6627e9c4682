import { Button } from '../../components/button.tsx';
import { StatedError } from '../../components/stated-error.tsx';
import { useDecideRemediation } from './remediation-queries.ts';
import { describeApproval } from './remediation-words.ts';

export interface PlanDecisionProps {
  readonly remediationId: string;
  /** Hash of the plan on the screen; the approval covers that plan only. */
  readonly planHash: string;
  readonly chosen: readonly string[];
  readonly count: number;
}

/** The decision form of a plan: approve all or some of its actions, or reject it. */
export function PlanDecision({ remediationId, planHash, chosen, count }: PlanDecisionProps) {
  const decide = useDecideRemediation(remediationId);
  const wanted = decide.isPending ? decide.variables.decision : undefined;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          isBusy={wanted === 'approve'}
          onClick={() => decide.mutate({ decision: 'approve', planHash, actions: [...chosen] })}
        >
          {describeApproval(chosen.length, count)}
        </Button>
        <Button isBusy={wanted === 'deny'} onClick={() => decide.mutate({ decision: 'deny' })}>
          Deny plan
        </Button>
      </div>
      {decide.error && <StatedError error={decide.error} />}
    </div>
  );
}
