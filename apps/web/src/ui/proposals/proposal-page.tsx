import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSignedInSession } from '../api/signed-in-session.ts';
import { AskedText } from '../components/asked-text.tsx';
import { Button } from '../components/button.tsx';
import { CodeBlock } from '../components/code-block.tsx';
import { PendingPage } from '../components/pending-page.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { useModelChoice } from '../model/use-model-choice.ts';
import { DetailPage } from '../navigation/detail-page.tsx';
import { useProposal, useProposalSteps, useWorkingRun } from './proposal-queries.ts';
import type { OperationView, ProposalSectionProps } from './proposal-section-props.ts';
import { flowWords, isAnswered, isRunEnded, statusWords, toAnswers, toDraft } from './proposal-words.ts';
import { QuestionFields } from './question-fields.tsx';
import { RecommendationProposal } from './recommendation-proposal.tsx';
import { WorkingNotice } from './working-notice.tsx';

/** A proposal of an agent: its questions, the result of the answers, and the outcome. */
export function ProposalPage() {
  const { proposalId } = useParams({ from: '/proposals/$proposalId' });
  const session = useSignedInSession();
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
    <DetailPage parents={[{ label: 'Proposals', address: { to: '/proposals' } }]} title={flowWords[flow]}>
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

interface OperationProposalProps extends ProposalSectionProps {
  readonly operation: OperationView;
}

/** An operation of the platform: its questions, command and outcome. */
function OperationProposal(props: OperationProposalProps) {
  const { proposal, operation, steps } = props;
  const { tool, operation: name, description, why, result } = operation;
  const isOpen = proposal.status === 'asking' || proposal.status === 'ready';
  return (
    <>
      <section className="space-y-1">
        <h2 className="font-semibold">
          {tool} {name}
        </h2>
        {description !== '' && <p className="text-xs wrap-anywhere">{description}</p>}
        <p className="text-muted text-xs wrap-anywhere">{why}</p>
      </section>
      {isOpen && <OpenOperation {...props} />}
      {steps.confirm.data && <WorkingNotice started={steps.confirm.data} words="Running the command…" />}
      {result && (
        <section className="space-y-2">
          <h2 className="font-semibold">Result</h2>
          <p className="text-xs">{result.summary}</p>
          {result.output !== '' && <CodeBlock label="Output">{result.output}</CodeBlock>}
        </section>
      )}
    </>
  );
}

function OpenOperation({ operation, proposal, steps, isWorkedOn, modelId }: OperationProposalProps) {
  const { questions, command } = operation;
  const [draft, setDraft] = useState(() => toDraft(questions));
  const [isTouched, setTouched] = useState(proposal.status === 'asking');
  const error = steps.answer.error ?? steps.confirm.error ?? steps.withdraw.error;
  return (
    <>
      {questions.length > 0 && (
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            steps.answer.mutate({ answers: toAnswers(questions, draft) }, { onSuccess: () => setTouched(false) });
          }}
        >
          <h2 className="font-semibold">Questions</h2>
          <QuestionFields
            questions={questions}
            draft={draft}
            onChange={(next) => {
              setDraft(next);
              setTouched(true);
            }}
          />
          <Button
            type="submit"
            variant={isTouched ? 'primary' : 'outline'}
            disabled={!isAnswered(questions, draft)}
            isBusy={steps.answer.isPending}
          >
            Show the command
          </Button>
        </form>
      )}
      {error && <StatedError error={error} />}
      {command && !isTouched && (
        <section className="space-y-3">
          <h2 className="font-semibold">Command</h2>
          <CodeBlock label="Command">{command.map(quote).join(' ')}</CodeBlock>
          <p className="text-muted text-xs">Runs once, exactly as shown, without a shell.</p>
          <Button
            variant="primary"
            isBusy={steps.confirm.isPending || isWorkedOn}
            onClick={() => steps.confirm.mutate({ command: [...command], ...(modelId && { model: modelId }) })}
          >
            Run this command
          </Button>
        </section>
      )}
      <Button className="self-start" isBusy={steps.withdraw.isPending} onClick={() => steps.withdraw.mutate()}>
        Withdraw proposal
      </Button>
    </>
  );
}

/** Returns a word unchanged, or in quotes when it contains special characters, so that word boundaries are visible. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
