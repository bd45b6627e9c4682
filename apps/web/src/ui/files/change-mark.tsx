import { classNames } from '../components/class-names.ts';
import type { FileChange } from './file-change.ts';

const marks: Record<FileChange, { letter: string; look: string }> = {
  new: { letter: 'A', look: 'text-added' },
  modified: { letter: 'M', look: 'text-caution' },
  deleted: { letter: 'D', look: 'text-removed' },
  renamed: { letter: 'R', look: 'text-accent' },
};

/** The letter of a pending change, as version control tools write it. */
export function ChangeMark({ change }: { change: FileChange }) {
  const { letter, look } = marks[change];
  return (
    <span
      aria-hidden
      title={change}
      className={classNames('w-3 shrink-0 text-center font-mono text-2xs font-semibold', look)}
    >
      {letter}
    </span>
  );
}
