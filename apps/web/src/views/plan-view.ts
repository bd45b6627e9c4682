import type { Plan } from '@shipmate/domain';
import type { PlanView } from '@shipmate/protocol';

/** A plan as its owner sees it. */
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
