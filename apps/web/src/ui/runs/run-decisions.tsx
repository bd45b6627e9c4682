import type { RunTrace } from '@shipmate/protocol/web/runs';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { DoubtCard } from '../approvals/doubt-card.tsx';

/** The decisions that a run waits for. */
export function RunDecisions({ trace: { run, approvals, steps } }: { readonly trace: RunTrace }) {
  const inDoubt = steps.flatMap(({ toolCalls }) => toolCalls.filter(({ status }) => status === 'unknown'));
  const pending = approvals.filter(({ status }) => status === 'pending');
  if (pending.length + inDoubt.length === 0 || run.endedAt !== null) return null;
  return (
    <section aria-label="Pending decisions" className="space-y-3">
      {pending.map(({ id }) => (
        <ApprovalCard key={id} approvalId={id} />
      ))}
      {inDoubt.map(({ toolCallId, name, input }) => (
        <DoubtCard
          key={toolCallId}
          conversationId={run.conversationId}
          toolCallId={toolCallId}
          tool={name}
          input={input}
        />
      ))}
    </section>
  );
}
