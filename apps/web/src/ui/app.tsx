import { lazy, Suspense } from 'react';
import { useSession } from './api/session.ts';
import { ErrorPage } from './components/error-page.tsx';
import { LoadingPage } from './components/loading-page.tsx';
import { NotFoundPage } from './components/not-found-page.tsx';
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

/** Chooses the page: sign-in without a session, else what the address names. */
export function App() {
  const session = useSession();
  const route = useRoute();

  if (session.error?.code === 'UNAUTHORIZED') return <SignInPage />;
  if (session.error && !session.data) return <ErrorPage error={session.error} onRetry={() => void session.refetch()} />;
  if (!session.data) return <LoadingPage />;

  switch (route.name) {
    case 'start':
      return <StartPage session={session.data} />;
    case 'workspace':
      return (
        <Suspense fallback={<LoadingPage />}>
          <WorkspacePage key={route.workspaceId} workspaceId={route.workspaceId} session={session.data} />
        </Suspense>
      );
    case 'revisions':
      return (
        <Suspense fallback={<LoadingPage />}>
          <RevisionsPage key={route.workspaceId} workspaceId={route.workspaceId} />
        </Suspense>
      );
    case 'runs':
      return (
        <Suspense fallback={<LoadingPage />}>
          <RunsPage />
        </Suspense>
      );
    case 'run':
      return (
        <Suspense fallback={<LoadingPage />}>
          <RunPage key={route.runId} runId={route.runId} />
        </Suspense>
      );
    case 'schedules':
      return (
        <Suspense fallback={<LoadingPage />}>
          <SchedulesPage />
        </Suspense>
      );
    case 'organization':
      return (
        <Suspense fallback={<LoadingPage />}>
          <OrganizationPage session={session.data} />
        </Suspense>
      );
    case 'cluster':
      return (
        <Suspense fallback={<LoadingPage />}>
          <ClusterPage session={session.data} />
        </Suspense>
      );
    case 'cluster-conversation':
      return (
        <Suspense fallback={<LoadingPage />}>
          <ClusterConversationPage
            key={route.conversationId}
            conversationId={route.conversationId}
            session={session.data}
          />
        </Suspense>
      );
    case 'not-found':
      return <NotFoundPage />;
  }
}
