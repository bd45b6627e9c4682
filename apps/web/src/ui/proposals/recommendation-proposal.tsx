import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { StatedError } from '../components/stated-error.tsx';
import { workspaceAddress } from '../router/addresses.ts';
import type { ProposalSectionProps, RecommendationView, SolutionView } from './proposal-section-props.ts';
import { isAnswered, toAnswers, toDraft } from './proposal-words.ts';
import { QuestionFields } from './question-fields.tsx';
import { WorkingNotice } from './working-notice.tsx';

interface RecommendationProposalProps extends ProposalSectionProps {
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

interface SolutionCardProps {
  readonly solution: SolutionView;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** A selectable solution, with the agent's claims apart from verified facts. */
function SolutionCard({ solution, isChosen, onChoose }: SolutionCardProps) {
  const { title, description, kinds, patterns, score, agentScore, problems } = solution;
  return (
    <label
      className={classNames(
        'bg-surface block cursor-pointer space-y-2 rounded-lg border p-3 text-xs',
        isChosen ? 'border-accent' : 'border-line hover:border-edge',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <input type="radio" name="solution" checked={isChosen} onChange={onChoose} className="accent-accent" />
        <span className="min-w-0 flex-1 text-sm font-medium wrap-anywhere">{title}</span>
        <span className="font-medium tabular-nums">{score.total} of 100</span>
      </span>
      <span className="block wrap-anywhere">{description}</span>
      <span className="text-muted block">
        Covers {percent(score.coverage)} of the request; the cluster serves {percent(score.available)} of its kinds. The
        agent rates it {agentScore}.
      </span>
      <span className="block wrap-anywhere">
        {kinds.map(({ apiVersion, kind }) => `${kind} (${apiVersion})`).join(', ')}
      </span>
      {patterns.length > 0 && <span className="block">Follows: {patterns.join(', ')}</span>}
      {problems.map((problem) => (
        <span key={problem} className="text-removed block">
          {problem}
        </span>
      ))}
    </label>
  );
}

interface ChosenManifestsProps extends ProposalSectionProps {
  readonly chosen: NonNullable<RecommendationView['chosen']>;
}

/** The manifests of the chosen solution, their dry-run result, and their actions. */
function ChosenManifests({ proposal, chosen, steps, isWorkedOn, modelId }: ChosenManifestsProps) {
  const navigate = useNavigate();
  const { manifests, tried } = chosen;
  const error = steps.confirm.error ?? steps.makeChart.error;
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">Manifests</h2>
      <CodeBlock label="Manifests">{manifests}</CodeBlock>
      <h3 className="text-xs font-medium">Dry run</h3>
      <ul className="space-y-2 text-xs">
        {tried.map(({ object, change, text }) => (
          <li key={object}>
            {change === 'refused' ? (
              <span className="text-removed wrap-anywhere whitespace-pre-wrap">{text}</span>
            ) : (
              <span className="wrap-anywhere">
                {object}: would be {change}
              </span>
            )}
          </li>
        ))}
      </ul>
      {proposal.status === 'ready' && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            isBusy={steps.confirm.isPending || isWorkedOn}
            onClick={() => steps.confirm.mutate({ manifests, ...(modelId && { model: modelId }) })}
          >
            Apply to the cluster
          </Button>
          <Button
            isBusy={steps.makeChart.isPending}
            onClick={() =>
              steps.makeChart.mutate(undefined, {
                onSuccess: ({ workspaceId }) => void navigate(workspaceAddress(workspaceId)),
              })
            }
          >
            Create Helm chart
          </Button>
        </div>
      )}
      {error && <StatedError error={error} />}
      {steps.confirm.data && <WorkingNotice started={steps.confirm.data} words="Applying the manifests…" />}
    </section>
  );
}
