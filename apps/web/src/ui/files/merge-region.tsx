import type { ThreeWayRegion } from '@shipmate/domain/workspace';
import { useId } from 'react';
import { classNames } from '../components/class-names.ts';
import type { Choice } from './resolve-regions.ts';

const labels: Record<Choice, string> = { theirs: 'Take theirs', yours: 'Take mine', both: 'Take both' };
const choices = ['theirs', 'yours', 'both'] as const;

const sides = [
  { side: 'base', label: 'Before', look: 'bg-raised' },
  { side: 'theirs', label: 'Theirs', look: 'bg-accent-soft' },
  { side: 'yours', label: 'Mine', look: 'bg-added-soft' },
] as const;

export interface MergeRegionProps {
  readonly region: ThreeWayRegion;
  /** Number of the conflict, from 1. */
  readonly number: number;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** The base, other and own version of the same lines, and the choice between them. */
export function MergeRegion({ region, number, choice, onChoose }: MergeRegionProps) {
  const name = useId();
  return (
    <fieldset
      className={classNames('min-w-0 rounded-lg border', choice === undefined ? 'border-caution' : 'border-line')}
    >
      <legend className="ml-2 px-1 text-xs font-medium">Conflict {number}</legend>
      <div className="grid gap-2 p-2 md:grid-cols-3">
        {sides.map(({ side, label, look }) => (
          <div key={side} className="min-w-0">
            <p className="text-muted mb-1 text-2xs font-medium">{label}</p>
            <pre
              // Focusable, so that long lines can be scrolled with the keyboard.
              tabIndex={0}
              aria-label={`${label}, conflict ${number}`}
              className={classNames('overflow-x-auto rounded-md p-2 font-mono text-xs leading-relaxed', look)}
            >
              {region[side] === '' ? <span className="text-muted font-sans italic">No lines</span> : region[side]}
            </pre>
          </div>
        ))}
      </div>
      <div className="border-line flex flex-wrap gap-x-4 gap-y-2 border-t px-3 py-2 text-xs">
        {choices.map((option) => (
          <label key={option} className="flex items-center gap-1.5">
            <input
              type="radio"
              name={name}
              checked={choice === option}
              onChange={() => onChoose(option)}
              className="accent-accent size-4"
            />
            {labels[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
