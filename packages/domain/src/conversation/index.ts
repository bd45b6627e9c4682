export type { ClientContext } from './client-context.ts';
export type { ClientConversation, ClientConversationStore } from './client-conversation-store.ts';
export type { ConversationMatch, ConversationStore, NewMessage } from './conversation-store.ts';
export { contextTypes, type ContextType, type Conversation, type StoredMessage } from './conversation.ts';
export { toExchanges, toExchangesUntil, toHistory, type Exchange } from './exchange.ts';
export type { Replacement } from './replaced-range.ts';
export { toExcerpt, toSearchWords } from './search-text.ts';
