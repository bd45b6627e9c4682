import type { RevisionComparisonResponse } from '@shipmate/protocol/web/revisions';
import { classNames } from '../components/class-names.ts';
import { Link } from '../router/link.tsx';
import { ChangeCounts } from '../files/change-counts.tsx';
import { ChangeMark } from '../files/change-mark.tsx';
import type { FileChange } from '../files/file-change.ts';

type ComparedFile = RevisionComparisonResponse['files'][number];

const marks: Record<ComparedFile['change'], FileChange> = {
  added: 'new',
  modified: 'modified',
  removed: 'deleted',
  renamed: 'renamed',
};

export interface ComparedFilesProps {
  readonly files: readonly ComparedFile[];
  readonly shownPath: string;
  readonly toHref: (path: string) => string;
}

/** The files that differ between two revisions; each links to its diff. */
export function ComparedFiles({ files, shownPath, toHref }: ComparedFilesProps) {
  return (
    <nav
      aria-label="Files that differ"
      className="border-line max-h-[40%] shrink-0 overflow-y-auto border-b p-1.5 lg:max-h-none lg:w-64 lg:border-r lg:border-b-0"
    >
      <p className="text-muted px-2 py-1 text-2xs font-medium">
        {files.length === 1 ? '1 file differs' : `${files.length} files differ`}
      </p>
      <ul>
        {files.map(({ path, change, additions, deletions }) => (
          <li key={path}>
            <Link
              href={toHref(path)}
              title={path}
              {...(path === shownPath ? { 'aria-current': 'true' } : {})}
              className={classNames(
                'flex min-h-7 items-center gap-1.5 rounded-md px-2 text-xs -outline-offset-2',
                path === shownPath ? 'bg-accent-soft font-medium' : 'hover:bg-raised',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{path}</span>
              <span className="sr-only">{change}</span>
              <ChangeCounts additions={additions} deletions={deletions} />
              <ChangeMark change={marks[change]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
