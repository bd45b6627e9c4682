import { type ThreeTexts, toThreeWayRegions } from '@shipmate/domain/workspace';
import { useMemo, useState } from 'react';
import { Button } from '../components/button.tsx';
import { MergeRegion } from './merge-region.tsx';
import { type Choices, resolveRegions } from './resolve-regions.ts';
import { SettledRegion } from './settled-region.tsx';

export interface MergePaneProps extends ThreeTexts {
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
