import type { SessionResponse } from '@shipmate/protocol';
import { useEffect } from 'react';
import { ErrorPage } from '../components/error-page.tsx';
import { LoadingPage } from '../components/loading-page.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { Link } from '../router/link.tsx';
import { OperationProposal } from './operation-proposal.tsx';
import { useProposal, useProposalSteps, useWorkingRun } from './proposal-queries.ts';
import { flowWords, isRunEnded, statusWords } from './proposal-words.ts';
import { RecommendationProposal } from './recommendation-proposal.tsx';

export interface ProposalPageProps {
  readonly proposalId: string;
  readonly session: SessionResponse;
}

/** What an agent worked out: its questions, what follows from the answers, and what came of it. */
export function ProposalPage({ proposalId, session }: ProposalPageProps) {
  const steps = useProposalSteps(proposalId);
  const { model } = useModelChoice(session);
  const started = steps.confirm.data ?? steps.choose.data;
  const { data: run } = useWorkingRun(started?.runId);
  const isWorkedOn = started !== undefined && !(run && isRunEnded(run.status));
  const query = useProposal(proposalId, isWorkedOn);
  const { refetch } = query;
  useEffect(() => {
    if (!isWorkedOn) void refetch();
  }, [isWorkedOn, refetch]);
  const proposal = query.data;
  if (!proposal) {
    if (query.error) return <ErrorPage error={query.error} onRetry={() => void query.refetch()} />;
    return <LoadingPage />;
  }
  const { intent, flow, status, operation, recommendation } = proposal;
  const shared = { proposal, steps, isWorkedOn, modelId: model?.id };
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar>
        <span aria-hidden className="text-line">
          /
        </span>
        <Link href="/proposals" className="font-medium hover:underline">
          Proposals
        </Link>
        <span aria-hidden className="text-line">
          /
        </span>
        <PageHeading className="min-w-0 truncate font-medium">{flowWords[flow]}</PageHeading>
      </TopBar>
      <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-6 px-4 py-6">
        <header className="space-y-3">
          <p className="bg-raised w-fit max-w-full rounded-xl px-3.5 py-2 wrap-anywhere whitespace-pre-wrap">
            {intent}
          </p>
          <p role="status" className="text-muted text-xs font-medium">
            {statusWords[status]}
          </p>
        </header>
        {operation && <OperationProposal {...shared} operation={operation} />}
        {recommendation && <RecommendationProposal {...shared} recommendation={recommendation} />}
      </main>
    </div>
  );
}
