import type { SessionResponse } from '@shipmate/protocol/web/session';
import { useEffect } from 'react';
import { AskedText } from '../components/asked-text.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { DetailPage } from '../navigation/detail-page.tsx';
import { OperationProposal } from './operation-proposal.tsx';
import { useProposal, useProposalSteps, useWorkingRun } from './proposal-queries.ts';
import { flowWords, isRunEnded, statusWords } from './proposal-words.ts';
import { RecommendationProposal } from './recommendation-proposal.tsx';

export interface ProposalPageProps {
  readonly proposalId: string;
  readonly session: SessionResponse;
}

/** A proposal of an agent: its questions, the result of the answers, and the outcome. */
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
  if (!proposal) return <PendingPage error={query.error} onRetry={() => void query.refetch()} />;
  const { intent, flow, status, operation, recommendation } = proposal;
  const shared = { proposal, steps, isWorkedOn, modelId: model?.id };
  return (
    <DetailPage parent={{ label: 'Proposals', href: '/proposals' }} title={flowWords[flow]}>
      <header className="space-y-3">
        <AskedText>{intent}</AskedText>
        <p role="status" className="text-muted text-xs font-medium">
          {statusWords[status]}
        </p>
      </header>
      {operation && <OperationProposal {...shared} operation={operation} />}
      {recommendation && <RecommendationProposal {...shared} recommendation={recommendation} />}
    </DetailPage>
  );
}
