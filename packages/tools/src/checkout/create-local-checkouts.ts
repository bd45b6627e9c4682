import type { Occurrences } from '@shipmate/code-analysis';
import { AppError } from '@shipmate/core';
import { LRUCache } from 'lru-cache';
import type { CheckoutPort, OccurrenceCache, OccurrenceKey } from './checkout-port.ts';
import { createLocalCheckoutFiles } from './local-checkout-files.ts';

/**
 * Creates the port on checkouts of this machine: a call works in the folder `workspaceDir` of its context, which only the process
 * that starts a run sets.
 */
export function createLocalCheckouts(): CheckoutPort {
  const known = createOccurrenceCache();
  return {
    async open({ workspaceDir: folder }) {
      if (folder !== undefined) return { folder, known, files: createLocalCheckoutFiles(folder) };
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: 'This tool works in the checkout of a repository, and the call names none.',
        details: { field: 'workspaceDir' },
      });
    },
  };
}

/** The most places that are remembered, at about 400 bytes each. A file counts as one place at least. */
const maxPlaces = 50_000;

function createOccurrenceCache(): OccurrenceCache {
  const cache = new LRUCache<string, Occurrences>({
    maxSize: maxPlaces,
    sizeCalculation: ({ places }) => places.length + 1,
  });
  const toKey = ({ path, version, symbol }: OccurrenceKey): string => `${version} ${symbol} ${path}`;
  return { get: (key) => cache.get(toKey(key)), set: (key, found) => void cache.set(toKey(key), found) };
}
