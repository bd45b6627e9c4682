import type { SessionResponse } from '@shipmate/protocol/web/session';
import { lazy, Suspense } from 'react';
import { useSession } from './api/session.ts';
import { CenteredPage } from './components/centered-page.tsx';
import { LoadingPage } from './components/loading-page.tsx';
import { PendingPage } from './components/pending-page.tsx';
import { Link } from './router/link.tsx';
import type { Route } from './router/route.ts';
import { useRoute } from './router/use-route.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { StartPage } from './start/start-page.tsx';

const WorkspacePage = lazy(async () => ({ default: (await import('./workspace/workspace-page.tsx')).WorkspacePage }));

const RevisionsPage = lazy(async () => ({ default: (await import('./revisions/revisions-page.tsx')).RevisionsPage }));

const RunsPage = lazy(async () => ({ default: (await import('./runs/runs-page.tsx')).RunsPage }));

const RunPage = lazy(async () => ({ default: (await import('./runs/run-page.tsx')).RunPage }));

const SchedulesPage = lazy(async () => ({ default: (await import('./schedules/schedules-page.tsx')).SchedulesPage }));

const OrganizationPage = lazy(async () => ({
  default: (await import('./organization/organization-page.tsx')).OrganizationPage,
}));

const ClusterPage = lazy(async () => ({ default: (await import('./cluster/cluster-page.tsx')).ClusterPage }));
const ClusterConversationPage = lazy(async () => ({
  default: (await import('./cluster/conversation/cluster-conversation-page.tsx')).ClusterConversationPage,
}));

const RemediationPage = lazy(async () => ({
  default: (await import('./cluster/remediation/remediation-page.tsx')).RemediationPage,
}));

const PatternsPage = lazy(async () => ({ default: (await import('./patterns/patterns-page.tsx')).PatternsPage }));

const ProposalsPage = lazy(async () => ({ default: (await import('./proposals/proposals-page.tsx')).ProposalsPage }));

const ProposalPage = lazy(async () => ({ default: (await import('./proposals/proposal-page.tsx')).ProposalPage }));

/** Chooses the page: sign-in without a session, else the page of the address. */
export function App() {
  const session = useSession();
  const route = useRoute();

  if (session.error?.code === 'UNAUTHORIZED') return <SignInPage />;
  if (!session.data) return <PendingPage error={session.error} onRetry={() => void session.refetch()} />;
  return (
    <Suspense fallback={<LoadingPage />}>
      <Page route={route} session={session.data} />
    </Suspense>
  );
}

function Page({ route, session }: { readonly route: Route; readonly session: SessionResponse }) {
  switch (route.name) {
    case 'start':
      return <StartPage session={session} />;
    case 'workspace':
      return <WorkspacePage key={route.workspaceId} workspaceId={route.workspaceId} session={session} />;
    case 'revisions':
      return <RevisionsPage key={route.workspaceId} workspaceId={route.workspaceId} />;
    case 'runs':
      return <RunsPage />;
    case 'run':
      return <RunPage key={route.runId} runId={route.runId} />;
    case 'schedules':
      return <SchedulesPage />;
    case 'organization':
      return <OrganizationPage session={session} />;
    case 'patterns':
      return <PatternsPage />;
    case 'cluster':
      return <ClusterPage session={session} />;
    case 'cluster-conversation':
      return (
        <ClusterConversationPage key={route.conversationId} conversationId={route.conversationId} session={session} />
      );
    case 'remediation':
      return <RemediationPage key={route.remediationId} remediationId={route.remediationId} />;
    case 'proposals':
      return <ProposalsPage session={session} />;
    case 'proposal':
      return <ProposalPage key={route.proposalId} proposalId={route.proposalId} session={session} />;
    case 'not-found':
      return <NotFoundPage />;
  }
}

/** Shown when the address matches no page. */
function NotFoundPage() {
  return (
    <CenteredPage title="Page not found">
      <p className="text-muted">
        The address may be mistyped.{' '}
        <Link href="/" className="text-accent underline underline-offset-2">
          Go to the start page
        </Link>
      </p>
    </CenteredPage>
  );
}
