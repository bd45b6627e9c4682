import { createRuleSet, type RuleEvent, type RuleSet } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../executor/executor.ts';
import { toRule } from './rule-row.ts';

/** The rules that the process keeps at most; those of further sets are read again. */
const maxRules = 5_000;

/** What selects a set of rules. */
type RuleSetName = Pick<RuleEvent, 'organizationId' | 'entity' | 'trigger'>;

/** The active rules of entities and triggers, read again once they have changed. */
export interface RuleSetCache {
  /** Returns the sets of events, by {@link toRuleSetKey}, as they are stored now. */
  read(executor: Executor, events: readonly RuleSetName[]): Promise<ReadonlyMap<string, RuleSet>>;
}

/** A set of rules with the version that it had before it was read. */
interface VersionedSet {
  readonly version: string;
  readonly rules: RuleSet;
}

/** Returns the key of a set of rules. */
export function toRuleSetKey({ organizationId, entity, trigger }: RuleSetName): string {
  return JSON.stringify([organizationId, entity, trigger]);
}

/** Creates an empty cache for one database. Any number of transactions may read at the same time. */
export function createRuleSetCache(): RuleSetCache {
  const cache = new LRUCache<string, VersionedSet>({ maxSize: maxRules });

  return {
    async read(executor, events) {
      const names = [...new Map(events.map((event) => [toRuleSetKey(event), event])).values()];
      const sets = new Map<string, RuleSet>();
      const changed: (RuleSetName & { readonly version: string })[] = [];
      for (const { version, ...name } of names.length === 0 ? [] : await readVersions(executor, names)) {
        const cached = cache.get(toRuleSetKey(name));
        if (cached?.version === version) sets.set(toRuleSetKey(name), cached.rules);
        else changed.push({ ...name, version });
      }
      for (const { version, ...name } of changed) {
        const found = await readRules(executor, name);
        const rules = createRuleSet(found);
        cache.set(toRuleSetKey(name), { version, rules }, { size: Math.max(1, found.length) });
        sets.set(toRuleSetKey(name), rules);
      }
      return sets;
    },
  };
}

/** Reads the versions of those sets that ever had a rule. */
async function readVersions(executor: Executor, names: readonly RuleSetName[]) {
  const rows = await executor
    .selectFrom('workflow_rule_set')
    .selectAll()
    .where(
      sql<boolean>`(organization_id, entity, trigger) in (
        select * from unnest(${names.map(({ organizationId }) => organizationId)}::uuid[],
          ${names.map(({ entity }) => entity)}::text[], ${names.map(({ trigger }) => trigger)}::text[]))`,
    )
    .execute();
  return rows.map(({ organization_id: organizationId, entity, trigger, version }) => ({
    organizationId,
    entity,
    trigger,
    version: String(version),
  }));
}

async function readRules(executor: Executor, { organizationId, entity, trigger }: RuleSetName) {
  const rows = await executor
    .selectFrom('workflow_rule')
    .selectAll()
    .where((eb) => eb.and({ organization_id: organizationId, entity, trigger, is_active: true }))
    .execute();
  return rows.map(toRule);
}
