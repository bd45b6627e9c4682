import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { uuidv7 } from 'uuidv7';
import { conversationAddress } from './addresses.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True while the conversation in the address was begun in this tab and has no messages. */
    isNewConversation?: boolean;
  }
}

/** The conversation in the address. */
interface AddressedConversation {
  readonly id: string;
  /** True when the conversation was begun in this tab and had no messages when it was opened. */
  readonly isNew: boolean;
}

/** Returns the conversation in the address of a workspace, if any; follows links and the back button. */
export function useAddressedConversation(): AddressedConversation | undefined {
  const { conversation: id } = useSearch({ from: '/workspace/$workspaceId' });
  const { history } = useRouter();
  return useMemo(
    () => (id === undefined ? undefined : { id, isNew: history.location.state.isNewConversation === true }),
    [id, history],
  );
}

/** Ways to open a conversation of a workspace; the files on the screen stay unchanged. */
interface ConversationNavigation {
  readonly open: (workspaceId: string, conversationId: string) => void;
  /** Opens an empty conversation; it is stored with its first message. */
  readonly begin: (workspaceId: string) => void;
}

/** Returns the ways to open a conversation. */
export function useConversationNavigation(): ConversationNavigation {
  const navigate = useNavigate();
  return useMemo(() => {
    function open(workspaceId: string, conversation: string, isNewConversation: boolean) {
      void navigate({
        ...conversationAddress(workspaceId, conversation),
        search: (search) => ({ ...search, conversation }),
        state: isNewConversation ? { isNewConversation } : {},
      });
    }
    return {
      open: (workspaceId, conversationId) => open(workspaceId, conversationId, false),
      begin: (workspaceId) => open(workspaceId, uuidv7(), true),
    };
  }, [navigate]);
}

/** Returns a function that marks the conversation in the address as stored, so that a reload loads it. */
export function useKeepConversation(): () => void {
  const { history } = useRouter();
  return () => {
    if (history.location.state.isNewConversation) history.replace(history.location.href, {});
  };
}
