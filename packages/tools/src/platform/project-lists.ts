import { type Clock, systemClock } from '@shipmate/core/tool';
import { loadWithFirstCall } from '../context/load-with-first-call.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The lists of a project that a caller asked for. */
interface ProjectListing {
  repositories: (Named & { readonly defaultBranch: string | null })[];
  channels?: Named[];
  members?: Named[];
}

/** Lists of projects that were read before. */
export interface ProjectLists {
  /** **Contract.** The key names everything that decides on what a caller sees, who may see it at this moment. */
  get(key: string, load: () => Promise<ProjectListing>): Promise<{ readonly value: ProjectListing }>;
}

/** The time for which lists are reused, in milliseconds. */
const ttlMs = 30_000;
/** Each has at most some thousand entries. */
const maxListings = 100;

/** Creates a memory of lists, which are reused for 30 s. */
export function createProjectLists(clock: Clock = systemClock): ProjectLists {
  return loadWithFirstCall(['get'], async () => {
    const { createStaleCache } = await import('../cache/stale-cache.ts');
    return createStaleCache<ProjectListing>({ ttlMs, staleMs: 0, maxEntries: maxListings, clock });
  });
}
