import type { ApprovalView } from '@shipmate/protocol/web/approvals';
import { DiffBlock } from '../components/diff-block.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { describeExpiry, describeOutcome } from './approval-words.ts';
import { ApprovalDecision } from './approval-decision.tsx';
import { useApproval } from './approvals-query.ts';
import { DecisionFrame } from './decision-frame.tsx';
import { EffectLabel } from './effect-label.tsx';
import { ExactCall } from './exact-call.tsx';
import { ValueOrigins } from './value-origins.tsx';

/** A call that waits for approval: its exact input and the decision form, or the outcome after the decision. */
export function ApprovalCard({ approvalId }: { readonly approvalId: string }) {
  const approval = useApproval(approvalId);
  if (approval.data) return <LoadedApproval approval={approval.data} />;
  if (approval.error) return <ErrorBanner error={approval.error} onRetry={() => void approval.refetch()} />;
  return <Waiting>Loading the approval…</Waiting>;
}

function LoadedApproval({ approval }: { readonly approval: ApprovalView }) {
  const { tool, input, effect, preview, origins, expiresAt } = approval;
  const outcome = describeOutcome(approval);
  return (
    <DecisionFrame
      label={`Approval of ${tool}`}
      title={
        <>
          May <code className="font-mono">{tool}</code> be called?
        </>
      }
      mark={<EffectLabel effect={effect} />}
    >
      {preview === null ? (
        <ExactCall tool={tool} input={input} />
      ) : (
        <>
          <DiffBlock text={preview} />
          <details>
            <summary className="text-muted cursor-pointer">Exact call</summary>
            <ExactCall tool={tool} input={input} />
          </details>
        </>
      )}
      <ValueOrigins origins={origins} />
      <p role="status" className="text-muted empty:hidden">
        {outcome}
      </p>
      {outcome === undefined && (
        <>
          <time dateTime={expiresAt} className="text-muted block">
            {describeExpiry(new Date(expiresAt), new Date())}
          </time>
          <ApprovalDecision approval={approval} />
        </>
      )}
    </DecisionFrame>
  );
}
