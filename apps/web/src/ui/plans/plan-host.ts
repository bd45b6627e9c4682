import type { PlanView } from '@shipmate/protocol/web/plans';
import { createContext, use } from 'react';

/** The conversation that contains a plan's card. */
interface PlanHost {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** True when an answer is streaming, so that no other can begin. */
  readonly isAnswering: boolean;
  /** Applies the plan. */
  readonly proceed: (plan: PlanView) => void;
  /** Starts a message in which the person requests changes of the plan. */
  readonly change: (plan: PlanView) => void;
}

const PlanHostContext = createContext<PlanHost | undefined>(undefined);
export const PlanHostProvider = PlanHostContext.Provider;

/** Returns the conversation that contains a card. */
export function usePlanHost(): PlanHost {
  const host = use(PlanHostContext);
  if (!host) throw new Error('A plan is shown in a conversation.');
  return host;
}
