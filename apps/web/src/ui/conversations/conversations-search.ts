import { toText, type UncheckedSearch } from '../router/search-value.ts';

/** The state of the conversation list in its address. */
interface ConversationsSearch {
  /** Search words. */
  readonly q?: string | undefined;
  /** `archived` for the archived conversations; the others by default. */
  readonly show?: 'archived' | undefined;
}

/** Parses the search parameters of the conversation list. */
export function parseConversationsSearch({ q, show }: UncheckedSearch): ConversationsSearch {
  return { q: toText(q), show: show === 'archived' ? 'archived' : undefined };
}
