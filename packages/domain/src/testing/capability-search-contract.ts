import { beforeAll, describe, expect, it } from 'vitest';
import type { Capability } from '../capability/capability.ts';
import { toSearchTerms } from '../search/to-search-terms.ts';
import { createCapabilityCorpus } from './capability-corpus/create-corpus.ts';
import { searchIntents } from './capability-corpus/search-intents.ts';
import { type OpenDatabase, useDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';

/** Runs the search contract of every `CapabilityStore`, over as many kinds as a large platform has. */
export function capabilitySearchContract(open: OpenDatabase): void {
  describe('CapabilityStore with queries in people’s words', () => {
    const database = useDatabase(open);
    let ask: (query: string) => Promise<readonly Capability[]>;
    const nameOf = ({ kind, group }: Capability): string => `${kind}.${group}`;

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
      await unitOfWork.transaction(({ capabilities }) =>
        capabilities.save(principal, 'prod', { fingerprints, changed }),
      );
      ask = (query) =>
        unitOfWork.stores.capabilities.search(principal, 'prod', { terms: toSearchTerms(query), limit: 10 });
    });

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
