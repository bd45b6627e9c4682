import { createContext, use } from 'react';

const ConversationIdContext = createContext<string | undefined>(undefined);
export const ConversationIdProvider = ConversationIdContext.Provider;

/** Returns the id of the conversation that contains the card. */
export function useConversationId(): string {
  const id = use(ConversationIdContext);
  if (id === undefined) throw new Error('Calls are decided in a conversation.');
  return id;
}
