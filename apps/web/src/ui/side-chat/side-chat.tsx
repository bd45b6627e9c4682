import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { Maximize2, MessageSquarePlus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { Button } from '../components/button.tsx';
import { ChatView } from '../chat/chat-view.tsx';
import { ErrorBanner } from '../components/error-banner.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { Waiting } from '../components/waiting.tsx';
import { type ChatThread, useChatThread } from '../chat/use-chat-thread.ts';
import type { ClientEvent, PageContext } from '../chat/use-conversation-chat.ts';
import { useLiveChat } from '../chat/use-live-chat.ts';
import { toEntryAddress } from '../conversations/conversation-words.ts';
import { Link } from '../router/link.tsx';
import { RuleChatHostProvider } from '../rules/conversation/rule-chat-host.ts';
import { diagramAddress } from '../router/addresses.ts';
import { sideAgentOf, type SideAgent, toPageContext } from './page-context.ts';
import { deliverEvent, useShownPageLink } from './page-link.ts';
import { useSideConversation } from './use-side-conversation.ts';

/** A draft that a page puts into the message box of the chat. */
export interface QuestionDraft {
  readonly text: string;
}

interface SideChatProps {
  /** True when the person opened it on this page. */
  readonly takesFocus: boolean;
  /** The draft of a question that the page has asked for. */
  readonly question: QuestionDraft | undefined;
  readonly onClose: () => void;
}

/** A conversation beside the page, whose agent receives the page as context; a drawer in a narrow window. */
export function SideChat({ takesFocus, question, onClose }: SideChatProps) {
  const session = useSignedInSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const agent = sideAgentOf(path, session);
  const { conversation, begin, keep } = useSideConversation(agent);
  // No other agent draws diagrams or moves their view.
  const needsOther = conversation === undefined || (agent === 'diagram' && conversation.agent !== agent);
  const beginOther = useEffectEvent(begin);
  useEffect(() => {
    if (needsOther) beginOther();
  }, [needsOther]);
  const address =
    conversation?.isStored === true
      ? toEntryAddress({ id: conversation.id, contextType: conversation.agent, workspaceId: null })
      : undefined;
  return (
    <aside
      id={sideChatId}
      aria-labelledby="side-chat-heading"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
      className="border-line bg-canvas fixed inset-y-0 right-0 z-30 flex w-full max-w-md flex-col border-l shadow-xl lg:sticky lg:top-0 lg:h-dvh lg:w-96 lg:shrink-0 lg:shadow-none"
    >
      <div className="border-line bg-surface flex h-12 shrink-0 items-center gap-1 border-b px-3">
        <h2 id="side-chat-heading" className="mr-auto font-semibold">
          Chat
        </h2>
        {address && (
          <Link
            {...address}
            aria-label="Open conversation as a page"
            className="text-muted hover:bg-raised hover:text-ink inline-flex size-8 items-center justify-center rounded-md [&_svg]:size-4"
          >
            <Maximize2 aria-hidden />
          </Link>
        )}
        <IconButton label="New conversation" onClick={begin}>
          <MessageSquarePlus />
        </IconButton>
        <IconButton label="Close chat" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {conversation && !needsOther && (
        <SideThread
          key={conversation.id}
          session={session}
          agent={conversation.agent}
          conversationId={conversation.id}
          isStored={conversation.isStored}
          takesFocus={takesFocus || !conversation.isStored}
          question={question}
          onBegin={begin}
          onSend={keep}
        />
      )}
    </aside>
  );
}

/** Id of the side chat's element. */
const sideChatId = 'side-chat';

interface SideThreadProps {
  readonly session: SessionResponse;
  readonly agent: SideAgent;
  readonly conversationId: string;
  readonly isStored: boolean;
  readonly takesFocus: boolean;
  readonly question: QuestionDraft | undefined;
  readonly onBegin: () => void;
  readonly onSend: () => void;
}

/** The conversation once its messages are loaded. */
function SideThread({ conversationId, isStored, onBegin, ...rest }: SideThreadProps) {
  const [isNew] = useState(!isStored);
  const { thread, loading } = useChatThread(conversationId, { isNew, draftOf: conversationId });
  if (isNew || loading.data) return <SideMessages key={loading.dataUpdatedAt} thread={thread} {...rest} />;
  if (!loading.error) return <Waiting className="p-4">Loading the conversation…</Waiting>;
  return (
    <div className="space-y-3 p-4">
      <ErrorBanner error={loading.error} onRetry={thread.reload} />
      <Button onClick={onBegin}>New conversation</Button>
    </div>
  );
}

interface SideMessagesProps extends Pick<SideThreadProps, 'session' | 'agent' | 'takesFocus' | 'question' | 'onSend'> {
  readonly thread: ChatThread;
}

const placeholders: Readonly<Record<SideAgent, string>> = {
  cluster: 'Ask about this page or the cluster…',
  workflow: 'Ask about this page or describe a rule…',
  tables: 'Ask about this page or the tables…',
  diagram: 'Ask about the code or describe a diagram…',
  plain: 'Ask about this page…',
};

/** Answers beside a page open no workspace files. */
const openNothing = () => undefined;

/** The live conversation. */
function SideMessages({ session, agent, thread, takesFocus, question, onSend }: SideMessagesProps) {
  const readPage = useReadPage();
  const onClientEvent = useClientEvents();
  const chat = useLiveChat({ session, thread, subject: { contextType: agent }, readPage, onClientEvent });
  const hasMessages = chat.messages.length > 0;
  const noteMessage = useEffectEvent(onSend);
  useEffect(() => {
    if (hasMessages) noteMessage();
  }, [hasMessages]);
  const takeFocus = useEffectEvent(() => {
    if (takesFocus) chat.focusBox();
  });
  useEffect(() => takeFocus(), []);
  const takeDraft = useEffectEvent(({ text }: QuestionDraft) => {
    thread.setDraft(text);
    chat.focusBox();
  });
  useEffect(() => {
    if (question) takeDraft(question);
  }, [question]);
  const host = {
    change() {
      thread.setDraft('Change the preview: ');
      chat.focusBox();
    },
  };
  return (
    <RuleChatHostProvider value={host}>
      <ChatView
        chat={chat}
        placeholder={placeholders[agent]}
        onOpenFile={openNothing}
        emptyHint={
          <p className="text-muted py-6 text-center text-xs">
            The agent receives the address and the title of the page that you are on, and what is selected on it.
          </p>
        }
      />
    </RuleChatHostProvider>
  );
}

const createdDiagramSchema = z.object({ diagram_id: z.string(), repository_id: z.string() });

/** Returns a handler that gives the events of tools to the page on the screen, and opens a new diagram from any other page. */
function useClientEvents(): (event: ClientEvent) => void {
  const links = useShownPageLink();
  const navigate = useNavigate();
  return (event) => {
    if ((links && deliverEvent(links, event)) || event.type !== 'diagram_created') return;
    const created = createdDiagramSchema.safeParse(event.data).data;
    if (created) void navigate(diagramAddress(created.repository_id, created.diagram_id));
  };
}

/** Returns a function that reads the page at the time of a message. */
function useReadPage(): () => PageContext {
  const router = useRouter();
  const links = useShownPageLink();
  return () => {
    const { location, matches } = router.state;
    const title = document.querySelector('h1')?.textContent ?? document.title;
    const { params = {}, search = {} } = matches.at(-1) ?? {};
    const more = links?.current.shown?.readContext() ?? {};
    return toPageContext({ path: location.pathname, title, params, search, more });
  };
}
