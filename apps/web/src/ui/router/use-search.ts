import { useMemo, useSyncExternalStore } from 'react';
import { onAddressChange } from './use-route.ts';

/** The query of the address; follows links, `navigate` and the back button. */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(onAddressChange, () => window.location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}
