import './styles.css';
import { QueryClientProvider, useIsFetching, useIsMutating } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { PaletteProvider } from './palette/palette-provider.tsx';
import { createAppRouter } from './app-router.tsx';

const Tooltips = lazy(async () => ({ default: (await import('./components/tooltips.tsx')).Tooltips }));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');

const client = createQueryClient();
const router = createAppRouter(client);

// The router begins once the session is known; the code of the page need not wait for it.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
for (const route of routes) void router.loadRouteChunk(route);

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <ProgressLine />
        <PaletteProvider>
          <RouterProvider router={router} />
        </PaletteProvider>
        <TooltipsOnDemand />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);

/** A line along the top of the window while any request takes longer than a second. */
function ProgressLine() {
  const isBusy = useIsFetching() + useIsMutating() > 0;
  if (!isBusy) return null;
  return (
    <div
      role="progressbar"
      aria-label="Waiting for the server"
      className="appear-late pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
    >
      <div className="bg-accent slide-along h-full w-1/4" />
    </div>
  );
}

/** Loads the tooltips when a person first points at an element with one or focuses it. */
function TooltipsOnDemand() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const load = ({ target }: Event) =>
      target instanceof Element && target.closest('[data-tooltip]') && setNeeded(true);
    const events = ['pointerover', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, load);
    return () => {
      for (const event of events) document.removeEventListener(event, load);
    };
  }, []);
  return (
    isNeeded && (
      <Suspense>
        <Tooltips />
      </Suspense>
    )
  );
}
