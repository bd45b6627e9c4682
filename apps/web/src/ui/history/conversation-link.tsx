import type { ComponentProps, MouseEvent } from 'react';
import { openConversation, toConversationPath } from '../router/conversation-address.ts';

interface ConversationLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly workspaceId: string;
  readonly conversationId: string;
}

/** A link to a conversation of the workspace on the screen; a click with a modifier key still opens a tab. */
export function ConversationLink({ workspaceId, conversationId, onClick, ...rest }: ConversationLinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    const wantsBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (wantsBrowser) return;
    event.preventDefault();
    onClick?.(event);
    openConversation(workspaceId, conversationId);
  }
  return <a href={toConversationPath(workspaceId, conversationId)} onClick={follow} {...rest} />;
}
