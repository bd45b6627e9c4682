import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { type ListedRevision, useRevisionComparison } from '../api/revisions.ts';
import { ErrorBanner } from '../components/error-banner.tsx';
import { Waiting } from '../components/waiting.tsx';
import { navigate } from '../router/navigate.ts';
import { type RevisionsView, toRevisionsPath } from '../router/route.ts';
import { useDiffLayout } from '../workspace/review/use-diff-layout.ts';
import { LazyFileEditor } from '../workspace/review/lazy-file-editor.tsx';
import { ComparedFiles } from './compared-files.tsx';
import { RevisionSelect } from './revision-select.tsx';
import { RollBackButton } from './roll-back-button.tsx';

export interface RevisionComparisonProps {
  readonly workspace: WorkspaceResponse;
  readonly revisions: readonly ListedRevision[];
  readonly view: RevisionsView;
}

/** The file changes between two revisions. */
export function RevisionComparison({ workspace, revisions, view }: RevisionComparisonProps) {
  const { id, currentRevisionNumber } = workspace.workspace;
  const comparison = useRevisionComparison(id, view);
  const [layout] = useDiffLayout();
  const files = comparison.data?.files ?? [];
  const file = files.find(({ path }) => path === view.file) ?? files[0];
  const show = (change: Partial<RevisionsView>) => navigate(toRevisionsPath(id, { ...view, ...change }));

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
            toHref={(path) => toRevisionsPath(id, { ...view, file: path })}
          />
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <h2 className="border-line truncate border-b px-3 py-2 font-mono text-xs" title={file.path}>
              {file.previousPath !== null && <span className="text-muted">{file.previousPath} → </span>}
              {file.path}
            </h2>
            <LazyFileEditor
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
  if (newest === 0) return 'This is the first revision. What is accepted from now on is compared with it here.';
  if (from === to) return `Revision ${to} is compared with itself. Choose another to see what differs.`;
  return `Nothing differs between revision ${from} and revision ${to}.`;
}
