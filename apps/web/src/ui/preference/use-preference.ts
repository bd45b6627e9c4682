import { useCallback, useSyncExternalStore } from 'react';

/** A preference of this browser, shared by every component and tab that uses the same key. */
export function usePreference(key: string): [value: string | null, set: (value: string | null) => void] {
  const storageKey = `shipmate.${key}`;
  const value = useSyncExternalStore(subscribe, () => window.localStorage.getItem(storageKey));
  const set = useCallback(
    (next: string | null) => {
      if (next === null) window.localStorage.removeItem(storageKey);
      else window.localStorage.setItem(storageKey, next);
      window.dispatchEvent(new StorageEvent('storage', { key: storageKey }));
    },
    [storageKey],
  );
  return [value, set];
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
