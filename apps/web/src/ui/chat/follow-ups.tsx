import { CornerDownLeft } from 'lucide-react';
import { useConversationDetail, useOwnConversationId } from '../api/conversations.ts';
import { usePlans } from '../api/plans.ts';
import { usePlanHost } from '../plans/plan-host.ts';
import { isOpen } from '../plans/plan-state.ts';
import { suggestFollowUps, type FollowUpState } from './suggest-follow-ups.ts';

export interface FollowUpsProps extends Omit<FollowUpState, 'thought'> {
  readonly onAsk: (question: string) => void;
}

/** Suggested questions; none while a plan of the conversation is pending. */
export function FollowUps({ onAsk, ...state }: FollowUpsProps) {
  const { workspaceId, conversationId } = usePlanHost();
  const plans = usePlans(workspaceId);
  const detail = useConversationDetail(conversationId, { isStored: true });
  const ownId = useOwnConversationId(conversationId);
  const questions = suggestFollowUps({ ...state, thought: detail.data?.followUps });
  const hasOpenPlan = plans.data?.some((plan) => plan.conversationId === ownId && isOpen(plan)) ?? false;
  if (hasOpenPlan || questions.length === 0) return null;
  return (
    <ul aria-label="Suggestions" className="mt-4 flex flex-wrap gap-1.5">
      {questions.map((question) => (
        <li key={question}>
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="border-line bg-surface hover:border-edge hover:bg-raised inline-flex min-h-7 items-center gap-1.5 rounded-full border px-3 text-xs transition-colors"
          >
            {question}
            <CornerDownLeft aria-hidden className="text-muted size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}
