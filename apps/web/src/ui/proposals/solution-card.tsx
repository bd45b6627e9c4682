import { classNames } from '../components/class-names.ts';
import type { SolutionView } from './proposal-section-props.ts';

export interface SolutionCardProps {
  readonly solution: SolutionView;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** A selectable solution, with the agent's claims apart from verified facts. */
export function SolutionCard({ solution, isChosen, onChoose }: SolutionCardProps) {
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
