import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { ChosenManifests } from './chosen-manifests.tsx';
import { isAnswered, toAnswers, toDraft } from './proposal-words.ts';
import type { ProposalSectionProps, RecommendationView, SolutionView } from './proposal-section-props.ts';
import { QuestionFields } from './question-fields.tsx';
import { SolutionCard } from './solution-card.tsx';
import { WorkingNotice } from './working-notice.tsx';

export interface RecommendationProposalProps extends ProposalSectionProps {
  readonly recommendation: RecommendationView;
}

/** Solutions to choose from, the questions about the one that is chosen, and its manifests. */
export function RecommendationProposal(props: RecommendationProposalProps) {
  const { proposal, recommendation, steps, isWorkedOn } = props;
  const { solutions, chosen } = recommendation;
  const [solutionId, setSolutionId] = useState(chosen?.solutionId ?? solutions[0]?.id);
  const solution = solutions.find(({ id }) => id === solutionId);
  const isOpen = proposal.status === 'asking' || proposal.status === 'ready';
  return (
    <>
      <fieldset className="space-y-3" disabled={!isOpen}>
        <legend className="mb-3 font-semibold">Solutions</legend>
        {solutions.map((each) => (
          <SolutionCard
            key={each.id}
            solution={each}
            isChosen={each.id === solutionId}
            onChoose={() => setSolutionId(each.id)}
          />
        ))}
      </fieldset>
      {isOpen && solution && <SolutionQuestions key={solution.id} {...props} solution={solution} />}
      {steps.choose.error && <StatedError error={steps.choose.error} />}
      {steps.choose.data && !steps.confirm.data && isWorkedOn && (
        <WorkingNotice started={steps.choose.data} words="Writing the manifests and testing them with a dry run…" />
      )}
      {chosen && <ChosenManifests {...props} chosen={chosen} />}
    </>
  );
}

function SolutionQuestions({
  solution: { id, questions },
  steps,
  isWorkedOn,
  modelId,
}: RecommendationProposalProps & { readonly solution: SolutionView }) {
  const [draft, setDraft] = useState(() => toDraft(questions));
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        const answers = toAnswers(questions, draft);
        steps.choose.mutate({ solution: id, answers, ...(modelId && { model: modelId }) });
      }}
    >
      <h2 className="font-semibold">Questions</h2>
      <QuestionFields questions={questions} draft={draft} onChange={setDraft} />
      <Button
        type="submit"
        variant="primary"
        disabled={!isAnswered(questions, draft)}
        isBusy={steps.choose.isPending || isWorkedOn}
      >
        Write the manifests
      </Button>
    </form>
  );
}
