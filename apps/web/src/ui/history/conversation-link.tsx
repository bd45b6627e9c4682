import type { ReactNode } from 'react';
import { conversationAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';

interface ConversationLinkProps {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly 'aria-current'?: 'true' | undefined;
}

/** A link to a conversation of the workspace on the screen; the open file stays in the address. */
export function ConversationLink({ workspaceId, conversationId, ...rest }: ConversationLinkProps) {
  return (
    <Link
      {...conversationAddress(workspaceId, conversationId)}
      search={(search) => ({ ...search, conversation: conversationId })}
      {...rest}
    />
  );
}
