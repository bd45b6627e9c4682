import { describe, expect, it } from 'vitest';
import type { Capability } from '../capability/capability.ts';
import type { CapabilityChange } from '../capability/capability-store.ts';
import { toSearchTerms } from '../search/to-search-terms.ts';
import { type OpenDatabase, useDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const bucket: Capability = {
  group: 's3.example.com',
  version: 'v1',
  kind: 'Bucket',
  plural: 'buckets',
  shortNames: ['bk'],
  namespaced: true,
  verbs: ['list', 'create'],
  description: 'Keeps files.',
  fields: ['region', 'policy.name'],
  categories: ['object storage'],
  provider: 'example',
  needs: [],
  neededBy: 0,
};
const queue: Capability = {
  ...bucket,
  group: 'events.example.com',
  kind: 'Queue',
  plural: 'queues',
  shortNames: [],
  categories: [],
  description: 'Hands work on.',
};

function toChange(
  kinds: readonly Capability[],
  fingerprint = 'first',
  vector: Float32Array | null = null,
): CapabilityChange {
  const groups = Map.groupBy(kinds, ({ group }) => group);
  return {
    fingerprints: new Map([...groups.keys()].map((group) => [group, fingerprint])),
    changed: new Map([...groups].map(([group, each]) => [group, each.map((capability) => ({ capability, vector }))])),
  };
}

/** Runs the contract of every `CapabilityStore`. */
export function capabilityStoreContract(open: OpenDatabase): void {
  describe('CapabilityStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { capabilities } = unitOfWork.stores;
      const { principal } = tenant;
      const save = (change: CapabilityChange, cluster = 'prod', by = principal) =>
        unitOfWork.transaction((stores) => stores.capabilities.save(by, cluster, change));
      const find = async (query: string, cluster = 'prod', by = principal) =>
        (await capabilities.search(by, cluster, { terms: toSearchTerms(query), limit: 10 })).map(({ kind }) => kind);
      return { unitOfWork, tenant, principal, capabilities, save, find };
    }

    it('stores kinds, and finds them by all their words', async () => {
      const { capabilities, principal, save, find } = await setUp();
      expect(await capabilities.findIndex(principal, 'prod')).toBeUndefined();
      await save(toChange([bucket, queue]));
      const index = await capabilities.findIndex(principal, 'prod');
      expect(Object.fromEntries(index?.fingerprints ?? [])).toEqual({
        's3.example.com': 'first',
        'events.example.com': 'first',
      });
      expect(index?.ageMs).toBeGreaterThanOrEqual(0);
      expect(await capabilities.search(principal, 'prod', { terms: toSearchTerms('bucket'), limit: 1 })).toEqual([
        bucket,
      ]);
      for (const query of ['buckets', 'bk', 's3', 'policy of a bucket', 'buckt']) {
        expect([query, (await find(query))[0]]).toEqual([query, 'Bucket']);
      }
    });

    it('updates changed kinds, deletes removed ones and keeps the rest', async () => {
      const { capabilities, principal, save, find } = await setUp();
      await save(toChange([bucket, queue]));
      const renamed = { ...queue, kind: 'Topic', plural: 'topics' };
      const { changed } = toChange([renamed]);
      await save({
        fingerprints: new Map([
          ['s3.example.com', 'first'],
          ['events.example.com', 'second'],
        ]),
        changed,
      });
      expect([await find('bucket'), await find('queue'), await find('topic')]).toEqual([['Bucket'], [], ['Topic']]);
      await save({ fingerprints: new Map([['events.example.com', 'second']]), changed: new Map() });
      expect([await find('bucket'), await find('topic')]).toEqual([[], ['Topic']]);
      await capabilities.remove(principal, 'prod');
      expect(await capabilities.findIndex(principal, 'prod')).toBeUndefined();
      expect(await find('topic')).toEqual([]);
    });

    it('has the same content after two concurrent saves', async () => {
      const { save, find } = await setUp();
      await Promise.all([save(toChange([bucket, queue])), save(toChange([bucket, queue]))]);
      expect(await find('bucket queue')).toHaveLength(2);
    });

    it('stores vectors', async () => {
      const { capabilities, principal, save } = await setUp();
      await save(toChange([bucket], 'first', Float32Array.of(0.5, -1)));
      await save({
        fingerprints: new Map([
          ['s3.example.com', 'first'],
          ['events.example.com', 'first'],
        ]),
        changed: toChange([queue]).changed,
      });
      const [found, ...others] = await capabilities.listVectors(principal, 'prod');
      expect(others).toEqual([]);
      expect(found?.capability).toEqual(bucket);
      expect([...(found?.vector ?? [])]).toEqual([0.5, -1]);
    });

    it('is readable by every member, separate for each cluster, and not found in other organizations', async () => {
      const { unitOfWork, tenant, capabilities, save, find } = await setUp();
      await save(toChange([bucket]));
      const { principal: stranger } = await createTestTenant(unitOfWork);
      expect(await find('bucket', 'prod', await createTestColleague(unitOfWork, tenant))).toEqual(['Bucket']);
      expect([await find('bucket', 'test'), await find('bucket', 'prod', stranger)]).toEqual([[], []]);
      expect(await capabilities.findIndex(stranger, 'prod')).toBeUndefined();
      await save(toChange([queue]), 'prod', stranger);
      await capabilities.remove(stranger, 'prod');
      expect(await find('bucket')).toEqual(['Bucket']);
    });

    it('lists stale indexes with the principal who read the cluster last', async () => {
      const { capabilities, principal, save } = await setUp();
      await save(toChange([bucket]));
      const ofOwn = async (olderThanMs: number) =>
        (await capabilities.listStale({ olderThanMs, limit: 1_000 })).filter(
          ({ principal: { organizationId } }) => organizationId === principal.organizationId,
        );
      const { userId, organizationId } = principal;
      expect(await ofOwn(-60_000)).toEqual([{ cluster: 'prod', principal: { userId, organizationId, via: 'job' } }]);
      expect(await ofOwn(3_600_000)).toEqual([]);
    });
  });
}
