import { useOwnConversationId } from '../api/conversations.ts';
import { usePlans } from '../api/plans.ts';
import { Spinner } from '../components/spinner.tsx';
import { PlanActionList } from './plan-action-list.tsx';
import { usePlanHost } from './plan-host.ts';
import { describePlanState } from './plan-state.ts';

/** The plan that the streaming answer applies, file by file; renders nothing when it applies none. */
export function ActivePlan() {
  const { workspaceId, conversationId, isAnswering } = usePlanHost();
  const ownId = useOwnConversationId(conversationId);
  const plans = usePlans(workspaceId);
  const plan = plans.data?.find((each) => each.status === 'applying' && each.conversationId === ownId);
  if (!plan || !isAnswering) return null;
  return (
    <section aria-label="Progress" className="border-line bg-surface mt-3 space-y-2.5 rounded-lg border p-3 text-xs">
      <p className="text-muted flex items-center gap-1.5">
        <Spinner /> {describePlanState(plan)}
      </p>
      <PlanActionList plan={plan} isBrief />
    </section>
  );
}
