import type { Plan } from '@shipmate/domain/plan';
import type { PlanView } from '@shipmate/protocol/web/plans';

/** Returns a plan for its owner. */
export function toPlanView({ id, conversationId, summary, status, actions, createdAt }: Plan): PlanView {
  return {
    id,
    conversationId,
    summary,
    status,
    actions: actions.map((action) => ({ ...action })),
    createdAt: createdAt.toISOString(),
  };
}
