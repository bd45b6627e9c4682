import type { RevisionComparisonResponse } from '@shipmate/protocol/web/revisions';
import type { WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { useNavigate } from '@tanstack/react-router';
import { type ListedRevision, useRevisionComparison } from '../api/revisions.ts';
import { classNames } from '../components/class-names.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { ChangeCounts } from '../files/change-counts.tsx';
import { ChangeMark } from '../files/change-mark.tsx';
import type { FileChange } from '../files/file-change.ts';
import { Link } from '../router/link.tsx';
import { LazyDiffEditor } from '../workspace/review/lazy-file-editor.tsx';
import { useDiffLayout } from '../workspace/review/use-diff-layout.ts';
import { revisionsAddress, type RevisionsView } from './revisions-view.ts';
import { RollBackButton } from './roll-back-button.tsx';

interface RevisionComparisonProps {
  readonly workspace: WorkspaceOutline;
  readonly revisions: readonly ListedRevision[];
  readonly view: RevisionsView;
}

/** The file changes between two revisions. */
export function RevisionComparison({ workspace, revisions, view }: RevisionComparisonProps) {
  const navigate = useNavigate();
  const { id, currentRevisionNumber } = workspace.workspace;
  const comparison = useRevisionComparison(id, view);
  const [layout] = useDiffLayout();
  const files = comparison.data?.files ?? [];
  const file = files.find(({ path }) => path === view.file) ?? files[0];
  const show = (change: Partial<RevisionsView>) => void navigate(revisionsAddress(id, { ...view, ...change }));

  return (
    <section aria-label="Comparison" className="bg-surface flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="border-line flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-b px-3 py-1.5">
        <div className="flex flex-1 flex-wrap items-center gap-2 text-xs">
          <RevisionSelect label="From" revisions={revisions} value={view.from} onChange={(from) => show({ from })} />
          <RevisionSelect label="To" revisions={revisions} value={view.to} onChange={(to) => show({ to })} />
        </div>
        {view.to < currentRevisionNumber && <RollBackButton workspace={workspace} to={view.to} />}
      </div>
      {comparison.error && (
        <ErrorBanner className="m-2" error={comparison.error} onRetry={() => void comparison.refetch()} />
      )}
      {comparison.isPending && <Waiting className="appear-late">Comparing…</Waiting>}
      {comparison.data && !file && (
        <p role="status" className="text-muted p-6 text-center text-xs">
          {describeSame(view, currentRevisionNumber)}
        </p>
      )}
      {file && (
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          <ComparedFiles
            files={files}
            shownPath={file.path}
            toAddress={(path) => revisionsAddress(id, { ...view, file: path })}
          />
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <h2 className="border-line truncate border-b px-3 py-2 font-mono text-xs" title={file.path}>
              {file.previousPath !== null && <span className="text-muted">{file.previousPath} → </span>}
              {file.path}
            </h2>
            <LazyDiffEditor
              key={`${view.from}-${view.to}`}
              path={file.path}
              before={file.before ?? ''}
              content={file.after ?? ''}
              layout={layout}
            />
          </div>
        </div>
      )}
    </section>
  );
}

function describeSame({ from, to }: RevisionsView, newest: number): string {
  if (newest === 0) return 'This is the first revision. Later revisions are compared with it here.';
  if (from === to) return `Revision ${to} is compared with itself. Choose another to see what differs.`;
  return `Nothing differs between revision ${from} and revision ${to}.`;
}

interface RevisionSelectProps {
  readonly label: string;
  readonly revisions: readonly ListedRevision[];
  readonly value: number;
  readonly onChange: (revisionNumber: number) => void;
}

/** Chooses one of the two revisions to compare. */
function RevisionSelect({ label, revisions, value, onChange }: RevisionSelectProps) {
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

type ComparedFile = RevisionComparisonResponse['files'][number];

const changeMarks: Record<ComparedFile['change'], FileChange> = {
  added: 'new',
  modified: 'modified',
  removed: 'deleted',
  renamed: 'renamed',
};

interface ComparedFilesProps {
  readonly files: readonly ComparedFile[];
  readonly shownPath: string;
  readonly toAddress: (path: string) => ReturnType<typeof revisionsAddress>;
}

/** The files that differ between two revisions; each links to its diff. */
function ComparedFiles({ files, shownPath, toAddress }: ComparedFilesProps) {
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
              {...toAddress(path)}
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
              <ChangeMark change={changeMarks[change]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
