import type { RunToolCallView } from '@shipmate/protocol/web/runs';
import { classNames } from '../components/class-names.ts';
import { effectWords } from './approval-words.ts';

const effectStyles: Readonly<Record<RunToolCallView['effect'], string>> = {
  read: 'bg-raised text-muted',
  write: 'bg-caution-soft text-caution',
  destructive: 'bg-removed-soft text-removed',
};

/** The effect of a tool, in a word. */
export function EffectLabel({ effect }: { readonly effect: RunToolCallView['effect'] }) {
  return (
    <span className={classNames('text-2xs shrink-0 rounded px-1.5 py-px font-medium', effectStyles[effect])}>
      {effectWords[effect]}
    </span>
  );
}
