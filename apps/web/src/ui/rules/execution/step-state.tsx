import { Check, CircleSlash, CircleX, Clock, Hand, Minus, Timer } from 'lucide-react';
import { classNames } from '../../components/class-names.ts';
import { Spinner } from '../../components/spinner.tsx';
import type { StepState } from './to-step-states.ts';

/** Labels of the states of actions. */
export const stepStateWords: Readonly<Record<StepState, string>> = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  approval: 'Waiting for approval',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
  unreached: 'Not reached',
};

const looks = {
  queued: { ink: 'text-muted', icon: Clock },
  running: { ink: 'text-accent', icon: Spinner },
  waiting: { ink: 'text-caution', icon: Timer },
  approval: { ink: 'text-caution', icon: Hand },
  completed: { ink: 'text-added', icon: Check },
  failed: { ink: 'text-removed', icon: CircleX },
  skipped: { ink: 'text-muted', icon: CircleSlash },
  unreached: { ink: 'text-muted', icon: Minus },
} as const satisfies Readonly<Record<StepState, object>>;

/** Frames of nodes and rows by the state of their action. */
export const stepStateFrames: Readonly<Record<StepState, string>> = {
  queued: 'border-line bg-surface',
  running: 'border-accent bg-accent-soft',
  waiting: 'border-caution bg-caution-soft',
  approval: 'border-caution bg-caution-soft',
  completed: 'border-added bg-added-soft',
  failed: 'border-removed bg-removed-soft',
  skipped: 'border-line bg-surface border-dashed',
  unreached: 'border-line bg-surface border-dashed',
};

/** The state of an action, in a word with an icon. */
export function StepStateLabel({ state, port }: { readonly state: StepState; readonly port?: string | null }) {
  const { ink, icon: Icon } = looks[state];
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-1 [&_svg]:size-3.5 [&_svg]:shrink-0', ink)}>
      <Icon aria-hidden />
      <span className="truncate">
        {stepStateWords[state]}
        {port != null && ` · ${port}`}
      </span>
    </span>
  );
}
