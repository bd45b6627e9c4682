import { useRecentRuns } from '../notifications/use-run-activity.ts';
import { toClusterConversationPath } from '../router/route.ts';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { toRunTitle } from '../api/run-words.ts';
import { LatestWork } from './latest-work.tsx';

/** The most recent conversations with the cluster agent, each with its state. */
export function InvestigationList() {
  const { data: runs = [] } = useRecentRuns();
  const about = runs.filter(({ workspaceId, origin }) => workspaceId === null && origin === 'chat');
  const latest = [...Map.groupBy(about, ({ conversationId }) => conversationId).values()].flatMap(([run]) => run ?? []);
  return (
    <LatestWork
      title="Investigations"
      works={latest.map((run) => ({
        id: run.conversationId,
        href: toClusterConversationPath(run.conversationId),
        about: toRunTitle(run),
        status: <RunStatusBadge run={run} />,
        createdAt: run.createdAt,
      }))}
    />
  );
}
