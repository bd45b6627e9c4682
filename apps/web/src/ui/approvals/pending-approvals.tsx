import { ApprovalCard } from './approval-card.tsx';
import { usePendingApprovals } from './approvals-query.ts';

/**
 * All pending approvals of the person, from runs and from API clients, oldest first; renders nothing when there are
 * none.
 */
export function PendingApprovals() {
  const approvals = usePendingApprovals().data ?? [];
  if (approvals.length === 0) return null;
  return (
    <section aria-labelledby="pending-approvals" className="space-y-3">
      <h2 id="pending-approvals" className="text-sm font-medium">
        Waiting for approval
      </h2>
      {approvals.map(({ id }) => (
        <ApprovalCard key={id} approvalId={id} />
      ))}
    </section>
  );
}
