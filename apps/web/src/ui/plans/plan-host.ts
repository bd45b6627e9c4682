import type { PlanView } from '@shipmate/protocol';
import { createContext, use } from 'react';

/** The conversation that a plan's card stands in. */
export interface PlanHost {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** Whether an answer is being written, so that no other can begin. */
  readonly isAnswering: boolean;
  /** Has the plan applied. */
  readonly proceed: (plan: PlanView) => void;
  /** Lets the person write what should be different. */
  readonly change: (plan: PlanView) => void;
}

const PlanHostContext = createContext<PlanHost | undefined>(undefined);
export const PlanHostProvider = PlanHostContext.Provider;

/** The conversation around a card. */
export function usePlanHost(): PlanHost {
  const host = use(PlanHostContext);
  if (!host) throw new Error('A plan is shown in a conversation.');
  return host;
}
