import { useMemo, useSyncExternalStore } from 'react';
import { parseRoute, type Route } from './route.ts';

/** The current route; follows links, `navigate` and the back button. */
export function useRoute(): Route {
  const pathname = useSyncExternalStore(onAddressChange, () => window.location.pathname);
  return useMemo(() => parseRoute(pathname), [pathname]);
}

/** Calls `onChange` whenever the address of the page may have changed. */
export function onAddressChange(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  return () => window.removeEventListener('popstate', onChange);
}
