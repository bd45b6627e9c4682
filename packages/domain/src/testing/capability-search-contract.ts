import { beforeAll, describe, expect, it } from 'vitest';
import type { Capability } from '../capability/capability.ts';
import { fuseRanks, phrasingDamping } from '../search/fuse-ranks.ts';
import { toSearchTerms } from '../search/to-search-terms.ts';
import { createCapabilityCorpus } from './capability-corpus/create-corpus.ts';
import { searchIntents } from './capability-corpus/search-intents.ts';
import type { TaskIntent } from './capability-corpus/task-intent.ts';
import { frozenIntents, tunedIntents } from './capability-corpus/task-intents.ts';
import { unseenTasks } from './capability-corpus/unseen-tasks.ts';
import { type OpenDatabase, useDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';

/** Returns the place of the first right name, or 0. */
function placeOf(right: readonly string[], found: readonly string[]): number {
  return found.findIndex((name) => right.includes(name)) + 1;
}

/** Counts the places that are first, and those among the first five. */
function countPlaces(places: readonly number[]): readonly [first: number, five: number] {
  return [places.filter((place) => place === 1).length, places.filter((place) => place >= 1 && place <= 5).length];
}

type Ask = (query: string, limit?: number) => Promise<readonly Capability[]>;

const nameOf = ({ kind, group }: Capability): string => `${kind}.${group}`;

/** Stores the corpus in a database and returns its search. */
function useCorpus(open: OpenDatabase): Ask {
  const database = useDatabase(open);
  let ask: Ask;
  beforeAll(async () => {
    const { unitOfWork } = database();
    const { principal } = await createTestTenant(unitOfWork);
    const changed = new Map(
      [...createCapabilityCorpus()].map(([group, kinds]) => [
        group,
        kinds.map((capability) => ({ capability, vector: null })),
      ]),
    );
    const fingerprints = new Map([...changed.keys()].map((group) => [group, 'first']));
    await unitOfWork.transaction(({ capabilities }) => capabilities.save(principal, 'prod', { fingerprints, changed }));
    ask = (query, limit = 10) =>
      unitOfWork.stores.capabilities.search(principal, 'prod', { terms: toSearchTerms(query), limit });
  });
  return (query, limit) => ask(query, limit);
}

/** Runs the search contract of every `CapabilityStore`, over as many kinds as a large platform has. */
export function capabilitySearchContract(open: OpenDatabase): void {
  describe('CapabilityStore with queries in people’s words', () => {
    const ask = useCorpus(open);

    it('returns the right kind first, or among the first five', async () => {
      const answers = await Promise.all(
        searchIntents.map(async ([intent, ...right]) => {
          const found = (await ask(intent)).map(nameOf);
          return { intent, place: found.findIndex((name) => right.includes(name)) + 1, found: found.slice(0, 5) };
        }),
      );
      const notFirst = answers.filter(({ place }) => place !== 1);
      const notFound = answers.filter(({ place }) => place === 0 || place > 5);
      expect(notFound).toEqual([]);
      expect(notFirst.slice(searchIntents.length / 10)).toEqual([]);
    });

    it('returns nothing for a query without matches', async () => {
      expect(await ask('zzyzx quux')).toEqual([]);
      expect(await ask('   ')).toEqual([]);
    });

    it('treats operators of query languages as text', async () => {
      expect((await ask(`'postgres' & !(database | "x") :* \\ %`)).length).toBeGreaterThan(0);
    });
  });
}

/** Measures how many of a hundred tasks find the right kind. One engine is enough: all rank by the same SQL and rules. */
export function capabilityRankingContract(open: OpenDatabase): void {
  describe('CapabilityStore with tasks in people’s words', () => {
    const ask = useCorpus(open);

    // Least counts of first places and of places among the first five, of fifty tasks, and of the unseen ones.
    it.each([
      { of: 'tuned', tasks: tunedIntents, alone: [20, 38], phrased: [45, 48] },
      { of: 'frozen', tasks: frozenIntents, alone: [30, 40], phrased: [45, 48] },
      { of: 'unseen', tasks: unseenTasks, alone: [19, 37], phrased: [50, 58] },
    ])('returns the right kinds for most $of tasks, and for more with three phrasings', async (each) => {
      const rankings: Awaited<ReturnType<typeof rankTask>>[] = [];
      // One task at a time: a pool has few connections.
      for (const task of each.tasks) rankings.push(await rankTask(task));
      const alone = countPlaces(rankings.map(({ right, found: [first = []] }) => placeOf(right, first)));
      const phrased = countPlaces(
        rankings.map(({ right, found }) =>
          placeOf(
            right,
            fuseRanks(found, (name) => name, phrasingDamping),
          ),
        ),
      );
      const isReached = alone.every((count, index) => count >= (each.alone[index] ?? 0));
      const isPhrasedReached = phrased.every((count, index) => count >= (each.phrased[index] ?? 0));
      expect({ alone, phrased, isReached, isPhrasedReached }).toEqual({
        alone,
        phrased,
        isReached: true,
        isPhrasedReached: true,
      });
    });

    async function rankTask({ intent, phrasings, right }: TaskIntent) {
      const found = await Promise.all([intent, ...phrasings].map((text) => ask(text, 50)));
      return { right, found: found.map((kinds) => kinds.map(nameOf)) };
    }
  });
}
