import type { ApprovalDecisionRequest, ApprovalView } from '@shipmate/protocol/web/approvals';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { useDecideApproval } from './approvals-query.ts';
import { DenyForm } from './deny-form.tsx';

/** The decision form of a call: allow it once, always allow its tool, or deny it with or without a reason. */
export function ApprovalDecision({ approval }: { readonly approval: ApprovalView }) {
  const { id, tool, isGrantable } = approval;
  const decide = useDecideApproval(id);
  const [isGivingReason, setGivingReason] = useState(false);
  const wanted = decide.isPending ? decide.variables.decision : undefined;
  function say(verdict: ApprovalDecisionRequest) {
    if (!decide.isPending) decide.mutate(verdict);
  }

  if (isGivingReason) {
    return (
      <>
        <DenyForm
          tool={tool}
          isBusy={decide.isPending}
          onDeny={(reason) => say({ decision: 'deny', reason })}
          onCancel={() => setGivingReason(false)}
        />
        {decide.error && <StatedError error={decide.error} />}
      </>
    );
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" isBusy={wanted === 'approve'} onClick={() => say({ decision: 'approve' })}>
          Allow once
        </Button>
        {isGrantable && (
          <Button isBusy={wanted === 'always'} onClick={() => say({ decision: 'always' })}>
            Always in this workspace
          </Button>
        )}
        <Button isBusy={wanted === 'deny'} onClick={() => say({ decision: 'deny' })}>
          Deny
        </Button>
        <Button variant="quiet" onClick={() => setGivingReason(true)}>
          Deny with a reason…
        </Button>
      </div>
      {decide.error && <StatedError error={decide.error} />}
    </>
  );
}
