import type { ChannelMessageView } from '@shipmate/protocol/web/projects';
import { maxMessageChars } from '@shipmate/domain/project';
import { Send } from 'lucide-react';
import { useId, useRef } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { useDraft } from '../chat/use-draft.ts';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { FramedList } from '../components/framed-list.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { Waiting } from '../components/waiting.tsx';
import { runAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import { useMessages, useSendMessage } from './project-queries.ts';

interface ChannelMessagesProps {
  readonly projectId: string;
  readonly channelId: string;
}

/** The messages of a channel, newest first, below the box that sends one. */
export function ChannelMessages({ projectId, channelId }: ChannelMessagesProps) {
  const messages = useMessages(projectId, channelId);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <MessageBox {...{ projectId, channelId }} />
      {messages.error && <ErrorBanner error={messages.error} onRetry={() => void messages.refetch()} />}
      {messages.isPending && <Waiting>Loading the messages…</Waiting>}
      {messages.data?.length === 0 && (
        <EmptyState>
          No messages yet. Members of the project and agents that work in its repositories write here.
        </EmptyState>
      )}
      {messages.data && messages.data.length > 0 && (
        <div
          role="region"
          aria-label="Messages"
          // Keyboard scrolling requires a focusable element.
          tabIndex={0}
          className="max-h-[70dvh] overflow-y-auto rounded-lg"
        >
          <FramedList>
            {messages.data.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </FramedList>
        </div>
      )}
      {messages.hasNextPage && (
        <Button
          className="self-start"
          isBusy={messages.isFetchingNextPage}
          onClick={() => void messages.fetchNextPage()}
        >
          Older messages
        </Button>
      )}
    </div>
  );
}

/** The box that sends a message; a message that was not sent stays in it. */
function MessageBox({ projectId, channelId }: ChannelMessagesProps) {
  const [draft, setDraft] = useDraft(`channel.${channelId}`);
  const send = useSendMessage(projectId, channelId, () => setDraft(''));
  const hintId = useId();
  const content = draft.trim();
  const box = useRef<HTMLTextAreaElement>(null);
  const submit = () => {
    if (content === '' || send.isPending) return;
    // The button is disabled once the message is sent.
    box.current?.focus();
    send.mutate({ content });
  };
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label className="flex flex-col gap-1 text-xs font-medium">
        Message
        <textarea
          ref={box}
          value={draft}
          rows={3}
          maxLength={maxMessageChars}
          readOnly={send.isPending}
          aria-describedby={hintId}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
          className="border-edge bg-surface w-full min-w-0 rounded-md border px-2 py-1.5 text-base font-normal sm:text-xs"
        />
      </label>
      {send.error && <StatedError error={send.error} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={hintId} className="text-muted text-xs">
          Ctrl Enter or ⌘Enter sends the message.
        </p>
        <span role="status" className="sr-only">
          {send.isSuccess && draft === '' && 'Message sent.'}
        </span>
        <Button
          type="submit"
          variant="primary"
          icon={<Send aria-hidden />}
          disabled={content === ''}
          isBusy={send.isPending}
        >
          Send message
        </Button>
      </div>
    </form>
  );
}

/** One message: its sender, its time and its plain text. */
function MessageRow({ message }: { readonly message: ChannelMessageView }) {
  const { userId, runId, content, createdAt } = message;
  const { user } = useSignedInSession();
  const sender = describeSender(message);
  // The trace of a run is shown to its user only.
  const traceId = userId === user.id ? runId : null;
  return (
    <li className="space-y-1 px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 text-xs">
        {traceId === null ? (
          <span className="font-medium wrap-anywhere">{sender}</span>
        ) : (
          <Link {...runAddress(traceId)} className="text-accent font-medium wrap-anywhere underline underline-offset-2">
            {sender}
          </Link>
        )}
        <RelativeTime at={createdAt} className="text-muted ml-auto" />
      </p>
      <p className="text-xs wrap-anywhere whitespace-pre-wrap">{content}</p>
    </li>
  );
}

/** Returns the words for the sender of a message: a person, or an agent that works for one. */
export function describeSender({ userName, runId }: Pick<ChannelMessageView, 'userName' | 'runId'>): string {
  if (runId === null) return userName ?? 'Deleted user';
  return `Agent, for ${userName ?? 'a deleted user'}`;
}
