import { type ReactNode, useId } from 'react';
import { ConversationIdProvider } from '../approvals/conversation-id.ts';
import { Banner } from '../components/banner.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { DemoNotice } from '../model/demo-notice.tsx';
import { loadAnswers } from './lazy-answer.tsx';
import { MessageLog } from './message-log.tsx';
import { PromptBox } from './prompt-box.tsx';
import { QueuedMessages } from './queued-messages.tsx';
import type { LiveChat } from './use-live-chat.ts';

interface ChatViewProps {
  readonly chat: LiveChat;
  readonly placeholder: string;
  /** Shown above the box: what a message does. */
  readonly hint?: string;
  /** Default: primary. */
  readonly sendVariant?: 'primary' | 'outline';
  /** True when the person can choose what the answer may change. */
  readonly hasPersona?: boolean;
  /** Opens a file that an answer names. */
  readonly onOpenFile: (path: string) => void;
  /** False where the last answer cannot be given again, nor its question replaced: by the end of a job. Default true. */
  readonly canRepeat?: boolean;
  /** Shown without messages. */
  readonly emptyHint?: ReactNode;
  /** Shown below the newest message. */
  readonly children?: ReactNode;
}

/** A live conversation: its messages, its error, and the box for the next message. */
export function ChatView(props: ChatViewProps) {
  const {
    chat,
    placeholder,
    hint,
    sendVariant,
    hasPersona = false,
    canRepeat = true,
    onOpenFile,
    emptyHint,
    children,
  } = props;
  const hintId = useId();
  const { thread, session, isAnswering, error, recovery, stop } = chat;
  return (
    <ConversationIdProvider value={thread.conversation.id}>
      <DemoNotice session={session} />
      <MessageLog
        messages={chat.messages}
        earlier={chat.earlier}
        isAnswering={isAnswering}
        onRetry={canRepeat ? chat.retry : undefined}
        onEdit={canRepeat ? chat.edit : undefined}
        onOpenFile={onOpenFile}
        emptyHint={emptyHint}
      >
        {children}
        {error && <ErrorBanner error={error} onRetry={recovery.begin} retryLabel={recovery.label} />}
        {thread.refusal !== undefined && (
          <Banner tone="error" className="mt-3">
            {thread.refusal}
          </Banner>
        )}
        {stop.error && <ErrorBanner error={stop.error} onDismiss={() => stop.reset()} />}
      </MessageLog>
      <div className="px-3 pb-3" onFocus={() => void loadAnswers()}>
        <QueuedMessages
          queue={chat.queue}
          isAnswering={isAnswering}
          onEdit={chat.queue.edit}
          onRemove={chat.queue.remove}
          onSend={chat.queue.send}
        />
        {hint !== undefined && (
          <p id={hintId} className="text-muted px-1 pb-1.5 text-xs">
            {hint}
          </p>
        )}
        <PromptBox
          ref={chat.promptBox}
          session={session}
          value={thread.draft}
          onChange={thread.setDraft}
          onSubmit={chat.sendDraft}
          onQueue={chat.queueDraft}
          isQueueFull={chat.queue.isFull}
          onStop={isAnswering ? () => stop.mutate() : undefined}
          isStopping={stop.isPending}
          placeholder={placeholder}
          hasPersona={hasPersona}
          {...(hint !== undefined && { describedBy: hintId })}
          {...(sendVariant && { sendVariant })}
        />
      </div>
    </ConversationIdProvider>
  );
}
