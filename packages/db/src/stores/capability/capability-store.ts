import { type Principal, toJsonText } from '@shipmate/core';
import type { Capability, CapabilityChange, CapabilityStore, IndexedCapability } from '@shipmate/domain/capability';
import { type SearchTerm, splitGroup, splitIdentifier } from '@shipmate/domain/search';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { rankByWords } from '../search/rank-by-words.ts';
import { storableText } from '../storable-text.ts';

/** The number of rows written in one statement. */
const batchSize = 200;

/** Creates a {@link CapabilityStore} on SQL. */
export function createCapabilityStore(executor: Executor): CapabilityStore {
  const placeOf = (principal: Principal, cluster: string) => ({ ...inOrganization(principal), cluster });

  async function saveKinds(principal: Principal, cluster: string, { changed }: CapabilityChange): Promise<void> {
    const place = placeOf(principal, cluster);
    const rows = [...changed.values()].flat().map((each) => ({ ...place, ...toCapabilityColumns(each) }));
    for (let from = 0; from < rows.length; from += batchSize) {
      await executor
        .insertInto('capability')
        .values(rows.slice(from, from + batchSize))
        .execute();
    }
  }

  return {
    async findIndex(principal, cluster) {
      const row = await executor
        .selectFrom('capability_index')
        .select(['fingerprints', sql<number>`extract(epoch from clock_timestamp() - checked_at)::float8`.as('age')])
        .where((eb) => eb.and(placeOf(principal, cluster)))
        .executeTakeFirst();
      return row && { fingerprints: new Map(Object.entries(row.fingerprints)), ageMs: row.age * 1_000 };
    },

    async save(principal, cluster, change) {
      requireId(principal.userId, 'user');
      const place = placeOf(principal, cluster);
      const groups = [...change.fingerprints.keys()];
      const columns = {
        user_id: principal.userId,
        fingerprints: toJsonText(Object.fromEntries(change.fingerprints)),
        checked_at: sql<Date>`clock_timestamp()`,
      };
      // Concurrent writers of the same index wait for this row.
      await executor
        .insertInto('capability_index')
        .values({ ...place, ...columns })
        .onConflict((conflict) => conflict.columns(['organization_id', 'cluster']).doUpdateSet(columns))
        .execute();
      await executor
        .deleteFrom('capability')
        .where((eb) => eb.and(place))
        .where((eb) =>
          eb.or([
            eb('api_group', '=', sql<string>`any(${[...change.changed.keys()]}::text[])`),
            eb('api_group', '<>', sql<string>`all(${groups}::text[])`),
          ]),
        )
        .execute();
      await saveKinds(principal, cluster, change);
    },

    async remove(principal, cluster) {
      await executor
        .deleteFrom('capability_index')
        .where((eb) => eb.and(placeOf(principal, cluster)))
        .execute();
    },

    async search(principal, cluster, { terms, limit }) {
      return searchCapabilities(executor, placeOf(principal, cluster), { terms, limit });
    },

    async listVectors(principal, cluster) {
      const rows = await executor
        .selectFrom('capability')
        .select(['capability', 'vector'])
        .where((eb) => eb.and(placeOf(principal, cluster)))
        .where('vector', 'is not', null)
        .execute();
      return rows.map(({ capability, vector }) => ({ capability, vector: Float32Array.from(vector ?? []) }));
    },

    async listStale({ olderThanMs, limit }) {
      const rows = await executor
        .selectFrom('capability_index')
        .select(['organization_id', 'user_id', 'cluster'])
        .where('checked_at', '<', sql<Date>`clock_timestamp() - ${olderThanMs} * interval '1 millisecond'`)
        .orderBy('checked_at')
        .limit(limit)
        .execute();
      return rows.map(({ organization_id: organizationId, user_id: userId, cluster }) => ({
        cluster,
        principal: { organizationId, userId, via: 'job' },
      }));
    },
  };
}

async function searchCapabilities(
  executor: Executor,
  { organization_id: organizationId, cluster }: { readonly organization_id: string; readonly cluster: string },
  { terms, limit }: { readonly terms: readonly SearchTerm[]; readonly limit: number },
): Promise<readonly Capability[]> {
  const documents = sql`
    select api_group || '/' || kind as id, search, kind_words || ' ' || group_words as name, prominence,
      greatest(1, cardinality(string_to_array(kind_words, ' ')) - 1) as name_words
    from capability where organization_id = ${organizationId}::uuid and cluster = ${cluster}`;
  const { rows } = await sql<{ capability: Capability }>`
    select capability from (${rankByWords(terms, documents, limit)}) as ranked
    join capability on organization_id = ${organizationId}::uuid and cluster = ${cluster}
      and api_group || '/' || kind = ranked.id
    order by ranked.score desc, ranked.id`.execute(executor);
  return rows.map(({ capability }) => capability);
}

/** Converts a capability to its columns, with its name split into words. */
function toCapabilityColumns({ capability, vector }: IndexedCapability) {
  const { group, kind, shortNames, plural, categories, provider, purpose = '', description, fields } = capability;
  return {
    api_group: group,
    kind,
    capability: storableText(toJsonText(capability)),
    prominence: prominenceOf(capability),
    kind_words: toNameWords(kind).join(' '),
    // A purpose in users' words counts as much as the name of the group.
    group_words: [...splitGroup(group), kind, plural, ...shortNames, provider, purpose].join(' '),
    description_words: storableText([description, ...categories].join(' ')),
    field_words: fields.flatMap(splitIdentifier).join(' '),
    vector: vector === null ? null : [...vector],
  };
}

/**
 * Returns the prominence of a kind: higher for kinds that others of the group need and for those of Kubernetes itself,
 * lower for auxiliary kinds.
 */
function prominenceOf({ needs, neededBy, provider, isAuxiliary }: Capability): number {
  const standing = 1 + (Math.log1p(neededBy) - Math.log1p(needs.length)) / 20;
  return standing * (provider === 'kubernetes' ? 1.1 : 1) * (isAuxiliary === true ? 0.8 : 1);
}

/** Returns the words of a kind's name, and the words joined, because people write both. */
function toNameWords(kind: string): readonly string[] {
  const words = splitIdentifier(kind);
  return words.length > 1 ? [...words, words.join('')] : words;
}
