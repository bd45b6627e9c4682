import type { ApprovalDecisionRequest, ApprovalView } from '@shipmate/protocol/web/approvals';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Button } from '../components/button.tsx';
import { DiffBlock } from '../components/diff-block.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { Waiting } from '../components/waiting.tsx';
import { describeExpiry, describeOutcome } from './approval-words.ts';
import { useApproval, useDecideApproval } from './approvals-query.ts';
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
          Approve the call of <code className="font-mono">{tool}</code>?
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

/** The decision form of a call: allow it once, always allow its tool, or deny it with or without a reason. */
function ApprovalDecision({ approval }: { readonly approval: ApprovalView }) {
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

const maxReasonLength = 2_000;

interface DenyFormProps {
  readonly tool: string;
  readonly isBusy: boolean;
  readonly onDeny: (reason: string) => void;
  readonly onCancel: () => void;
}

/** The form for the reason of a denial; Escape goes back. */
function DenyForm({ tool, isBusy, onDeny, onCancel }: DenyFormProps) {
  const [draft, setDraft] = useState('');
  const reason = draft.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason !== '' && !isBusy) onDeny(reason);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel();
  }

  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="space-y-2">
      <label className="block space-y-1">
        <span className="text-muted">Reason for the agent, so that it can try another way</span>
        <textarea
          autoFocus
          aria-label={`Why ${tool} is denied`}
          value={draft}
          maxLength={maxReasonLength}
          rows={2}
          onChange={(event) => setDraft(event.target.value)}
          className="border-edge focus:border-accent block w-full resize-y rounded-md border bg-transparent px-2 py-1.5 outline-none"
        />
      </label>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={reason === ''} isBusy={isBusy}>
          Deny
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}
