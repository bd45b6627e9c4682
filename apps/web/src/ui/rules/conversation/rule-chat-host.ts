import { createContext, use } from 'react';

/** The conversation that contains a preview's card. */
interface RuleChatHost {
  /** Starts a message in which the person requests a change of the preview, or of its action of this name. */
  readonly change: (actionName: string | undefined) => void;
}

const RuleChatHostContext = createContext<RuleChatHost | undefined>(undefined);
export const RuleChatHostProvider = RuleChatHostContext.Provider;

/** Returns the conversation that contains a card; `undefined` on other pages. */
export function useRuleChatHost(): RuleChatHost | undefined {
  return use(RuleChatHostContext);
}
