import type { SessionResponse } from '@shipmate/protocol';
import { ChatView } from '../../chat/chat-view.tsx';
import type { ChatThread } from '../../chat/use-chat-thread.ts';
import { useLiveChat } from '../../chat/use-live-chat.ts';

export interface ClusterChatProps {
  readonly session: SessionResponse;
  readonly thread: ChatThread;
}

const subject = { contextType: 'cluster' } as const;
/** Answers about clusters name no files of a workspace. */
const openNothing = () => undefined;

/** A live conversation about a cluster. */
export function ClusterChat({ session, thread }: ClusterChatProps) {
  const chat = useLiveChat({ session, thread, subject });
  return <ChatView chat={chat} placeholder="Ask further about the cluster…" onOpenFile={openNothing} />;
}
