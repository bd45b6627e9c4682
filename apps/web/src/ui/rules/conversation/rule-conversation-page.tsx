import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useParams } from '@tanstack/react-router';
import { useSignedInSession } from '../../api/signed-in-session.ts';
import { ChatView } from '../../chat/chat-view.tsx';
import { ConversationFrame } from '../../chat/conversation-frame.tsx';
import type { ChatThread } from '../../chat/use-chat-thread.ts';
import { useLiveChat } from '../../chat/use-live-chat.ts';
import { RuleChatHostProvider } from './rule-chat-host.ts';

/** A conversation with the agent of rules: questions, tool calls and previews. */
export function RuleConversationPage() {
  const { conversationId } = useParams({ from: '/rules/conversations/$conversationId' });
  const session = useSignedInSession();
  return (
    <ConversationFrame
      conversationId={conversationId}
      parent={{ label: 'Rules', address: { to: '/rules' } }}
      untitled="Rule conversation"
    >
      {(thread) => <RuleChat session={session} thread={thread} />}
    </ConversationFrame>
  );
}

interface RuleChatProps {
  readonly session: SessionResponse;
  readonly thread: ChatThread;
}

const subject = { contextType: 'workflow' } as const;

/** Answers about rules name no workspace files. */
const openNothing = () => undefined;

/** A live conversation about rules. */
function RuleChat({ session, thread }: RuleChatProps) {
  const chat = useLiveChat({ session, thread, subject });
  const host = {
    change(actionName: string | undefined) {
      thread.setDraft(actionName === undefined ? 'Change the preview: ' : `Change “${actionName}” of the preview: `);
      chat.focusBox();
    },
  };
  return (
    <RuleChatHostProvider value={host}>
      <ChatView chat={chat} placeholder="Describe a rule, or a change…" onOpenFile={openNothing} />
    </RuleChatHostProvider>
  );
}
