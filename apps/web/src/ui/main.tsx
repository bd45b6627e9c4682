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

/** Loads the tooltips when a person first points at an element with one, or moves the focus to it by keyboard. */
function TooltipsOnDemand() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (isNeeded) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const load = (target: EventTarget | null, within: string) =>
      target instanceof Element && target.closest(within) && setNeeded(true);
    // A touched element counts as pointed at and as focused until another one is touched.
    document.addEventListener(
      'pointerover',
      ({ target, pointerType }) => pointerType !== 'touch' && load(target, '[data-tooltip]'),
      { signal },
    );
    document.addEventListener('focusin', ({ target }) => load(target, '[data-tooltip]:focus-visible'), { signal });
    return () => stopping.abort();
  }, [isNeeded]);
  return (
    isNeeded && (
      <Suspense>
        <Tooltips />
      </Suspense>
    )
  );
}
