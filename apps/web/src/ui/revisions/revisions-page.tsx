import { useParams, useSearch } from '@tanstack/react-router';
import { type ListedRevision, useRevisions } from '../api/revisions.ts';
import { useWorkspace } from '../api/workspace.ts';
import { classNames } from '../components/class-names.ts';
import { PendingPage } from '../components/pending-page.tsx';
import { TopBar } from '../navigation/top-bar.tsx';
import { chartsStep, Trail } from '../navigation/trail.tsx';
import { workspaceAddress } from '../router/addresses.ts';
import { Link } from '../router/link.tsx';
import { RevisionComparison } from './revision-comparison.tsx';
import { baseOf, lastWeekOf, revisionsAddress, type RevisionsView, toRevisionsView } from './revisions-view.ts';
import { RelativeTime } from '../time/relative-time.tsx';

/** The history of a workspace: its revisions, the differences between any two of them, and rollback. */
export function RevisionsPage() {
  const { workspaceId } = useParams({ from: '/workspace/$workspaceId/revisions' });
  const workspace = useWorkspace(workspaceId);
  const revisions = useRevisions(workspaceId);
  const search = useSearch({ from: '/workspace/$workspaceId/revisions' });
  const error = workspace.error ?? revisions.error;
  if (!workspace.data || !revisions.data) {
    return (
      <PendingPage
        error={error}
        onRetry={() => {
          void workspace.refetch();
          void revisions.refetch();
        }}
      />
    );
  }
  const { name, currentRevisionNumber } = workspace.data.workspace;
  const view = toRevisionsView(search, currentRevisionNumber);
  return (
    <div className="relative flex h-dvh flex-col overflow-hidden">
      <TopBar>
        <Trail parents={[chartsStep, { label: name, address: workspaceAddress(workspaceId) }]} title="Revisions" />
      </TopBar>
      <main className="flex min-h-0 flex-1 flex-col md:flex-row">
        <RevisionList workspaceId={workspaceId} revisions={revisions.data} view={view} />
        <RevisionComparison workspace={workspace.data} revisions={revisions.data} view={view} />
      </main>
    </div>
  );
}

interface RevisionListProps {
  readonly workspaceId: string;
  /** Newest first. */
  readonly revisions: readonly ListedRevision[];
  readonly view: RevisionsView;
}

/** The revisions; each links to its changes, the first revision to its differences from the current one. */
function RevisionList({ workspaceId, revisions, view }: RevisionListProps) {
  const now = new Date();
  const newest = revisions[0]?.revisionNumber ?? 0;
  return (
    <nav
      aria-label="Revisions"
      className="border-line bg-surface max-h-[40%] shrink-0 overflow-y-auto border-b p-1.5 md:max-h-none md:w-72 md:border-r md:border-b-0"
    >
      <LastWeek workspaceId={workspaceId} revisions={revisions} view={view} now={now} />
      <ol reversed start={revisions.length - 1}>
        {revisions.map((revision, index) => {
          const { revisionNumber, createdBy, createdAt, changes } = revision;
          const from = baseOf(revisionNumber, newest);
          const isShown = view.to === revisionNumber && view.from === from;
          return (
            <li key={revisionNumber}>
              <Link
                {...revisionsAddress(workspaceId, { from, to: revisionNumber })}
                {...(isShown ? { 'aria-current': 'page' } : {})}
                className={classNames(
                  'block rounded-md px-2.5 py-2 text-xs -outline-offset-2',
                  isShown ? 'bg-accent-soft' : 'hover:bg-raised',
                )}
              >
                <span className="flex items-center gap-2">
                  <span className="font-medium tabular-nums">Revision {revisionNumber}</span>
                  {index === 0 && <span className="text-accent text-2xs font-medium">current</span>}
                  <RelativeTime at={createdAt} className="text-muted ml-auto text-2xs" />
                </span>
                <span className="block">{describeOrigin(revision)}</span>
                <span className="text-muted block text-2xs">
                  {describeChanges(changes)}
                  {createdBy && ` · ${createdBy.name}`}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The link to the changes of the last seven days. */
function LastWeek({ workspaceId, revisions, view, now }: RevisionListProps & { readonly now: Date }) {
  const week = lastWeekOf(revisions, now);
  if (!week) return <p className="text-muted px-2.5 py-2 text-xs">No changes in the last 7 days</p>;
  const isShown = view.from === week.from && view.to === week.to;
  return (
    <Link
      {...revisionsAddress(workspaceId, week)}
      {...(isShown ? { 'aria-current': 'page' } : {})}
      className={classNames(
        'border-line mb-1 block rounded-md border px-2.5 py-2 text-xs font-medium -outline-offset-2',
        isShown ? 'bg-accent-soft' : 'hover:bg-raised',
      )}
    >
      Changes in the last 7 days
    </Link>
  );
}

const origins: Record<string, string> = {
  prompt: 'Created from a request',
  sample: 'The sample chart',
  archive: 'Imported from an archive',
  chart: 'Imported from ArtifactHub',
  repository: 'Opened from a repository',
  accept: 'Changes accepted',
  auto_accept: 'The agent’s changes accepted automatically',
};

/** Describes the origin of a revision in a few words. */
export function describeOrigin({
  createdType,
  sourceRevisionNumber,
}: Pick<ListedRevision, 'createdType' | 'sourceRevisionNumber'>): string {
  if (createdType === 'rollback') return `Rolled back to revision ${sourceRevisionNumber}`;
  return origins[createdType] ?? createdType;
}

/** Describes how many files a revision changed: `2 modified, 1 added`. */
export function describeChanges(changes: ListedRevision['changes']): string {
  const parts = (['modified', 'added', 'renamed', 'removed'] as const).flatMap((change) =>
    changes[change] === 0 ? [] : [`${changes[change]} ${change}`],
  );
  return parts.length === 0 ? 'no file changed' : parts.join(', ');
}
