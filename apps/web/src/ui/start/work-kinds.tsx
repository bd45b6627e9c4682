import type { WorkKind } from '@shipmate/domain/work-kind';
import { useId } from 'react';

/** Label, placeholder and examples of each kind of work. */
export const workWords: Readonly<
  Record<WorkKind, { readonly label: string; readonly about: string; readonly examples: readonly string[] }>
> = {
  chart: {
    label: 'Chart',
    about: 'An agent edits a chart in a new workspace. You review every line before it counts.',
    examples: [
      'Add redis as a dependency and set 3 replicas',
      'Add an Ingress for example.com',
      'Scale on CPU with a HorizontalPodAutoscaler',
      'Explain what this chart deploys',
    ],
  },
  cluster_question: {
    label: 'Cluster question',
    about: 'An agent reads the cluster and answers with its evidence. Nothing is changed.',
    examples: ['Why does checkout crash?', 'Which pods restarted today?', 'What is not healthy?'],
  },
  fix: {
    label: 'Fix',
    about: 'An agent investigates the issue and plans a fix. Nothing is changed before you approve it.',
    examples: ['Fix the crash of checkout', 'Fix the pods that stay pending'],
  },
  repository: {
    label: 'Repository task',
    about: 'An agent changes code on a branch of its own. You review the diff.',
    examples: ['Fix the failing test'],
  },
};

interface WorkKindPickerProps {
  readonly kind: WorkKind;
  readonly kinds: readonly WorkKind[];
  /** True while the kind is guessed from the words. */
  readonly isGuessed: boolean;
  readonly onChoose: (kind: WorkKind) => void;
}

/** The kind of work that the message starts; guessed until the person chooses. */
export function WorkKindPicker({ kind, kinds, isGuessed, onChoose }: WorkKindPickerProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs">
      <legend className="sr-only">Kind of work</legend>
      <div className="border-line bg-surface flex rounded-lg border p-0.5">
        {kinds.map((each) => (
          <label
            key={each}
            className="text-muted has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-accent cursor-pointer rounded-md px-2.5 py-1 font-medium has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              checked={each === kind}
              onChange={() => onChoose(each)}
              className="sr-only"
            />
            {workWords[each].label}
          </label>
        ))}
      </div>
      <p role="status" className="text-muted min-w-0 flex-1 basis-56">
        {isGuessed && 'Guessed from your words. '}
        {workWords[kind].about}
      </p>
    </fieldset>
  );
}
