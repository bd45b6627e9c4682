import { Link } from '../router/link.tsx';
import { toClusterConversationPath } from '../router/route.ts';
import { useRecentRuns } from '../notifications/use-run-activity.ts';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { toRunTitle } from '../runs/run-words.ts';
import { toAge } from '../time/age.ts';

const maxShown = 5;

/** The conversations with the cluster agent that were spoken in last, and how each stands. */
export function InvestigationList() {
  const { data: runs = [] } = useRecentRuns();
  const about = runs.filter(({ workspaceId, origin }) => workspaceId === null && origin === 'chat');
  const latest = [...Map.groupBy(about, ({ conversationId }) => conversationId).values()].flatMap(([run]) => run ?? []);
  if (latest.length === 0) return null;
  return (
    <section aria-labelledby="investigations-heading" className="space-y-2">
      <h2 id="investigations-heading" className="font-semibold">
        Investigations
      </h2>
      <ul className="border-line bg-surface divide-line divide-y overflow-hidden rounded-lg border">
        {latest.slice(0, maxShown).map((run) => (
          <li key={run.conversationId}>
            <Link
              href={toClusterConversationPath(run.conversationId)}
              className="hover:bg-raised block space-y-1 px-3 py-2 text-xs -outline-offset-2"
            >
              <span className="line-clamp-2 wrap-anywhere">{toRunTitle(run)}</span>
              <span className="flex items-center gap-2">
                <RunStatusBadge run={run} />
                <time dateTime={run.createdAt} className="text-muted ml-auto">
                  {toAge(new Date(run.createdAt), new Date())}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
