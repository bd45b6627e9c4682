import type { ListedRevision } from '../api/revisions.ts';

export interface RevisionSelectProps {
  readonly label: string;
  readonly revisions: readonly ListedRevision[];
  readonly value: number;
  readonly onChange: (revisionNumber: number) => void;
}

/** Chooses one of the two revisions to compare. */
export function RevisionSelect({ label, revisions, value, onChange }: RevisionSelectProps) {
  const isKnown = revisions.some(({ revisionNumber }) => revisionNumber === value);
  return (
    <label className="flex items-center gap-1.5">
      <span className="text-muted">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="border-edge bg-surface h-8 rounded-md border px-2 text-base tabular-nums sm:text-xs"
      >
        {!isKnown && <option value={value}>Revision {value}</option>}
        {revisions.map(({ revisionNumber }) => (
          <option key={revisionNumber} value={revisionNumber}>
            Revision {revisionNumber}
          </option>
        ))}
      </select>
    </label>
  );
}
