import type { SessionResponse } from '@shipmate/protocol';
import { useState } from 'react';
import { useConversation } from '../../api/conversation.ts';
import { useConversationDetail } from '../../api/conversations.ts';
import { useDraft } from '../../chat/use-draft.ts';
import { ErrorPage } from '../../components/error-page.tsx';
import { LoadingPage } from '../../components/loading-page.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TopBar } from '../../components/top-bar.tsx';
import { Link } from '../../router/link.tsx';
import { ClusterChat } from './cluster-chat.tsx';

export interface ClusterConversationPageProps {
  readonly conversationId: string;
  readonly session: SessionResponse;
}

/** A conversation with the cluster agent: what was asked, what it looked at and what it found. */
export function ClusterConversationPage({ conversationId, session }: ClusterConversationPageProps) {
  const [draft, setDraft] = useDraft(conversationId);
  const [refusal, setRefusal] = useState<string>();
  const stored = useConversation(conversationId, { isStored: true });
  const detail = useConversationDetail(conversationId, { isStored: true });
  if (!stored.data) {
    if (stored.error) return <ErrorPage error={stored.error} onRetry={() => void stored.refetch()} />;
    return <LoadingPage />;
  }
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <TopBar>
        <span aria-hidden className="text-line">
          /
        </span>
        <Link href="/cluster" className="font-medium hover:underline">
          Cluster
        </Link>
        <span aria-hidden className="text-line">
          /
        </span>
        <PageHeading className="min-w-0 truncate font-medium">{detail.data?.title ?? 'Investigation'}</PageHeading>
      </TopBar>
      <main className="mx-auto flex min-h-0 w-full max-w-3xl flex-1 flex-col">
        <ClusterChat
          key={stored.dataUpdatedAt}
          session={session}
          conversation={stored.data}
          onReload={() => void stored.refetch()}
          onRefused={({ reason, text }) => {
            setRefusal(text === '' ? reason : `${reason} Your message is in the box again.`);
            if (text !== '') setDraft([text, draft].filter(Boolean).join('\n'));
            void stored.refetch();
          }}
          refusal={refusal}
          draft={draft}
          onDraft={setDraft}
          reloadError={stored.error}
        />
      </main>
    </div>
  );
}
