import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from './api/session.ts';
import { SignedInSessionContext } from './api/signed-in-session.ts';
import { CenteredPage } from './components/centered-page.tsx';
import { toPageError } from './components/error-boundary.tsx';
import { ErrorPage } from './components/error-page.tsx';
import { LoadingPage } from './components/loading-page.tsx';
import { PendingPage } from './components/pending-page.tsx';
import { Shell } from './navigation/shell.tsx';
import { Link } from './router/link.tsx';
import { rootRoute } from './router/root-route.ts';
import { parseSearchText, toSearchText } from './router/search-text.ts';
import { sections } from './sections.ts';

const SignInPage = lazy(async () => ({ default: (await import('./sign-in/sign-in-page.tsx')).SignInPage }));

/** Creates the router of the app: the pages of all sections, loaded when a link to them is pointed at or followed. */
export function createAppRouter(client: QueryClient) {
  return createRouter({
    context: { client },
    routeTree: rootRoute.addChildren(sections.flatMap(({ routes }): readonly SectionRoute[] => routes)),
    InnerWrap: App,
    parseSearch: parseSearchText,
    stringifySearch: toSearchText,
    defaultPreload: 'intent',
    defaultRemountDeps: ({ params }) => params,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: RouteErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
}

type SectionRoute = (typeof sections)[number]['routes'][number];

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** Shown in place of a page that threw or could not be loaded. */
function RouteErrorPage({ error }: { readonly error: unknown }) {
  return <ErrorPage error={toPageError(error)} onRetry={() => window.location.reload()} retryLabel="Reload the page" />;
}

/** Shown when the address matches no page. */
function NotFoundPage() {
  return (
    <CenteredPage title="Page not found">
      <p className="text-muted">
        The address may be mistyped.{' '}
        <Link to="/" className="text-accent underline underline-offset-2">
          Go to the start page
        </Link>
      </p>
    </CenteredPage>
  );
}

/** Shows the page of the address to a signed-in person, else the sign-in page. */
function App({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  if (session.error?.code === 'UNAUTHORIZED') {
    return (
      <Suspense fallback={<LoadingPage />}>
        <SignInPage />
      </Suspense>
    );
  }
  if (!session.data) return <PendingPage error={session.error} onRetry={() => void session.refetch()} />;
  return (
    <SignedInSessionContext value={session.data}>
      <Shell>{children}</Shell>
    </SignedInSessionContext>
  );
}
