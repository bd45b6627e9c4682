import { classNames } from '../components/class-names.ts';
import type { FileChange } from './file-change.ts';

const marks: Record<FileChange, { letter: string; color: string }> = {
  new: { letter: 'A', color: 'text-added' },
  modified: { letter: 'M', color: 'text-caution' },
  deleted: { letter: 'D', color: 'text-removed' },
  renamed: { letter: 'R', color: 'text-accent' },
};

/** The letter of a pending change, as version control tools write it. */
export function ChangeMark({ change }: { change: FileChange }) {
  const { letter, color } = marks[change];
  return (
    <span
      aria-hidden
      title={change}
      className={classNames('w-3 shrink-0 text-center font-mono text-2xs font-semibold', color)}
    >
      {letter}
    </span>
  );
}
