import { type ThreeTexts, type ThreeWayRegion, toThreeWayRegions } from '@shipmate/domain/workspace';
import { useId, useMemo, useState } from 'react';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';

interface MergePaneProps extends ThreeTexts {
  readonly isSaving: boolean;
  readonly onSave: (merged: string) => void;
  /** Continues editing with the merged text. */
  readonly onEdit: (merged: string) => void;
}

/** Merges three states of a file side by side: compatible changes are merged, conflicts are chosen by the person. */
export function MergePane({ base, theirs, yours, isSaving, onSave, onEdit }: MergePaneProps) {
  const regions = useMemo(() => toThreeWayRegions({ base, theirs, yours }), [base, theirs, yours]);
  const [choices, setChoices] = useState<Choices>({});
  const conflicts = regions.flatMap(({ kind }, index) => (kind === 'conflict' ? [index] : []));
  const open = conflicts.filter((index) => choices[index] === undefined).length;
  const merged = resolveRegions(regions, choices);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        // Focusable, so that it can be scrolled with the keyboard.
        tabIndex={0}
        role="region"
        aria-label="Compared changes"
        className="min-h-0 flex-1 space-y-3 overflow-y-auto p-3 -outline-offset-2"
      >
        {regions.map((region, index) =>
          region.kind === 'conflict' ? (
            <MergeRegion
              key={index}
              region={region}
              number={conflicts.indexOf(index) + 1}
              choice={choices[index]}
              onChoose={(choice) => setChoices({ ...choices, [index]: choice })}
            />
          ) : (
            <SettledRegion key={index} region={region} />
          ),
        )}
      </div>
      <div className="border-line flex flex-wrap items-center justify-end gap-2 border-t px-3 py-2">
        <p role="status" className="text-muted flex-1 basis-40 text-xs">
          {describeProgress(conflicts.length, open)}
        </p>
        <Button disabled={merged === undefined} onClick={() => merged !== undefined && onEdit(merged)}>
          Edit the result
        </Button>
        <Button
          variant="primary"
          disabled={merged === undefined}
          isBusy={isSaving}
          onClick={() => merged !== undefined && onSave(merged)}
        >
          Save the result
        </Button>
      </div>
    </div>
  );
}

function describeProgress(conflicts: number, open: number): string {
  if (conflicts === 0) return 'All changes fit together.';
  return open === 0 ? 'Every conflict is resolved.' : `${open} of ${conflicts} conflicts to resolve.`;
}

const choiceLabels: Record<Choice, string> = { theirs: 'Take theirs', yours: 'Take mine', both: 'Take both' };
const choices = ['theirs', 'yours', 'both'] as const;

const sides = [
  { side: 'base', label: 'Before', background: 'bg-raised' },
  { side: 'theirs', label: 'Theirs', background: 'bg-accent-soft' },
  { side: 'yours', label: 'Mine', background: 'bg-added-soft' },
] as const;

interface MergeRegionProps {
  readonly region: ThreeWayRegion;
  /** Number of the conflict, from 1. */
  readonly number: number;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** The base, other and own version of the same lines, and the choice between them. */
function MergeRegion({ region, number, choice, onChoose }: MergeRegionProps) {
  const name = useId();
  return (
    <fieldset
      className={classNames('min-w-0 rounded-lg border', choice === undefined ? 'border-caution' : 'border-line')}
    >
      <legend className="ml-2 px-1 text-xs font-medium">Conflict {number}</legend>
      <div className="grid gap-2 p-2 md:grid-cols-3">
        {sides.map(({ side, label, background }) => (
          <div key={side} className="min-w-0">
            <p className="text-muted mb-1 text-2xs font-medium">{label}</p>
            <pre
              // Focusable, so that long lines can be scrolled with the keyboard.
              tabIndex={0}
              aria-label={`${label}, conflict ${number}`}
              className={classNames('overflow-x-auto rounded-md p-2 font-mono text-xs leading-relaxed', background)}
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
            {choiceLabels[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const settled: Record<Exclude<ThreeWayRegion['kind'], 'conflict' | 'same'>, { label: string; background: string }> = {
  theirs: { label: 'Theirs, kept', background: 'bg-accent-soft' },
  yours: { label: 'Mine, kept', background: 'bg-added-soft' },
  agreed: { label: 'The same by both', background: 'bg-raised' },
};

/** Lines without a conflict: unchanged, changed by one side, or changed equally by both. */
function SettledRegion({ region: { kind, base, theirs, yours } }: { region: ThreeWayRegion }) {
  if (kind === 'same') {
    const lines = base.split('\n').length - (base.endsWith('\n') ? 1 : 0);
    return <p className="text-muted text-2xs">{lines === 1 ? '1 unchanged line' : `${lines} unchanged lines`}</p>;
  }
  if (kind === 'conflict') return null;
  const { label, background } = settled[kind];
  const text = kind === 'theirs' ? theirs : yours;
  return (
    <div>
      <p className="text-muted mb-1 text-2xs font-medium">{label}</p>
      <pre
        tabIndex={0}
        aria-label={label}
        className={`overflow-x-auto rounded-md p-2 font-mono text-xs leading-relaxed ${background}`}
      >
        {text === '' ? <del className="text-muted">{base}</del> : text}
      </pre>
    </div>
  );
}

/** The choice for conflicting lines; `both` means theirs, then mine. */
type Choice = 'theirs' | 'yours' | 'both';

/** Choices by the index of their region. */
export type Choices = Readonly<Record<number, Choice>>;

/** Returns the merged text; `undefined` while a conflict is undecided. */
export function resolveRegions(regions: readonly ThreeWayRegion[], choices: Choices): string | undefined {
  const parts = regions.map((region, index) => resolveRegion(region, choices[index]));
  return parts.includes(undefined) ? undefined : parts.join('');
}

function resolveRegion({ kind, theirs, yours }: ThreeWayRegion, choice: Choice | undefined): string | undefined {
  if (kind !== 'conflict') return kind === 'theirs' ? theirs : yours;
  switch (choice) {
    case 'theirs':
      return theirs;
    case 'yours':
      return yours;
    case 'both':
      return theirs === '' || theirs.endsWith('\n') ? theirs + yours : `${theirs}\n${yours}`;
    case undefined:
      return undefined;
  }
}
