import type { Occurrences } from '@shipmate/code-analysis';
import { AppError } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import { LRUCache } from 'lru-cache';
import type { CheckoutPort, OccurrenceCache, OccurrenceKey } from './checkout-port.ts';
import { createLocalCheckoutFiles } from './local-checkout-files.ts';

/** Creates the port that opens checkouts of this machine. */
export function openLocalCheckouts(): CheckoutPort {
  const known = createOccurrenceCache();
  // Calls in one checkout share its files, so that changes of one path are made one after the other.
  const opened = new LRUCache<string, CheckoutFiles>({ max: maxOpened });
  const filesOf = (folder: string): CheckoutFiles => {
    const files = opened.get(folder) ?? createLocalCheckoutFiles(folder);
    opened.set(folder, files);
    return files;
  };
  return {
    async open({ workspaceDir: folder }) {
      if (folder !== undefined) return { folder, known, files: filesOf(folder) };
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: 'This tool works in the checkout of a repository, and the call names none.',
        details: { field: 'workspaceDir' },
      });
    },
  };
}

/** The most checkouts whose files are kept. */
const maxOpened = 500;

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
