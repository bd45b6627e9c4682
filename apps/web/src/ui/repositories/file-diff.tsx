import type { JobFileView } from '@shipmate/protocol/web/repositories';
import { Chevron } from '../components/chevron.tsx';
import { DiffBlock } from '../components/diff-block.tsx';
import { placesOf, splitHunks } from './accepted-changes.ts';

const statusWords = { added: 'Added', modified: 'Modified', deleted: 'Deleted', renamed: 'Renamed' } as const;

const hiddenWords = {
  binary: 'the file is binary',
  no_lines: 'no line of the file changed',
  too_large: 'its diff, or all diffs together, are too large',
  unknown: 'the file is binary, empty or too large',
} as const;

/** Options for {@link FileDiff}. */
interface FileDiffProps {
  readonly file: JobFileView;
  /** The places of rejected hunks; undefined once the review has ended. */
  readonly rejected?: ReadonlySet<number>;
  readonly onChange?: (rejected: ReadonlySet<number>) => void;
}

/** The change of one file, whose hunks can be accepted and rejected. */
export function FileDiff({ file, rejected = new Set(), onChange }: FileDiffProps) {
  const { path, oldPath, status, additions, deletions, patch } = file;
  const hunks = patch === null ? [] : splitHunks(patch);
  const all = placesOf(file);
  const toggle = (place: number) => {
    const next = new Set(rejected);
    if (!next.delete(place)) next.add(place);
    onChange?.(next);
  };
  const isAccepted = rejected.size < all.size;
  return (
    <details open className="group border-line rounded-lg border">
      <summary className="hover:bg-raised flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-3 py-2 text-xs">
        <Chevron />
        <span className="min-w-0 grow basis-44 font-mono wrap-anywhere">
          {oldPath === null ? path : `${oldPath} → ${path}`}
        </span>
        <span className="text-muted">{statusWords[status]}</span>
        {additions !== null && deletions !== null && (
          <span className="tabular-nums">
            <span className="text-added">+{additions}</span> <span className="text-removed">-{deletions}</span>
          </span>
        )}
      </summary>
      <div className="space-y-2 px-3 pb-3">
        {onChange && (
          <Check
            label={`Accept ${path}`}
            text="Accept file"
            isChecked={isAccepted}
            onChange={() => onChange(isAccepted ? all : new Set())}
          />
        )}
        {patch === null && (
          <p className="text-muted text-xs">The content is not shown: {hiddenWords[file.reason ?? 'unknown']}.</p>
        )}
        {hunks.map((hunk, place) => (
          <div key={place}>
            {onChange && hunks.length > 1 && (
              <Check
                label={`Accept hunk ${place + 1} of ${path}`}
                text={rejected.has(place) ? `Hunk ${place + 1}, rejected` : `Hunk ${place + 1}`}
                isChecked={!rejected.has(place)}
                onChange={() => toggle(place)}
              />
            )}
            <DiffBlock text={hunk} label={hunks.length > 1 ? `Hunk ${place + 1} of ${path}` : `Change of ${path}`} />
          </div>
        ))}
      </div>
    </details>
  );
}

/** Options for {@link Check}. */
interface CheckProps {
  readonly label: string;
  readonly text: string;
  readonly isChecked: boolean;
  readonly onChange: () => void;
}

function Check({ label, text, isChecked, onChange }: CheckProps) {
  return (
    <label className="flex w-fit items-center gap-2 py-1 text-xs">
      <input type="checkbox" aria-label={label} checked={isChecked} onChange={onChange} />
      {text}
    </label>
  );
}
