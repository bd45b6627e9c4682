import { type NoiseMemories, type NoiseSlot, toSlotText } from '@shipmate/domain/workflow';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { storableText } from '../storable-text.ts';

/** Expired memories that one read deletes. */
const maxDeleted = 100;

interface MemoryRow {
  readonly place: number;
  readonly times: readonly number[];
  readonly execution_id: string | null;
  readonly expires_at: Date;
}

/**
 * Reads memories and locks them. All matchers lock slots in the same order, so that none waits for another in a circle. The upsert
 * of a new slot makes a second matcher wait for the first.
 */
export async function recallMemories(executor: Executor, slots: readonly NoiseSlot[]): Promise<NoiseMemories> {
  await deleteExpired(executor);
  const unique = [...new Map(slots.map((slot) => [toSlotText(slot), slot])).values()];
  const { rows } = await sql<MemoryRow>`
    with given as (${toRows(unique)}),
    locked as (
      insert into rule_noise_memory (rule_id, kind, digest, expires_at)
      select rule_id, kind, digest, clock_timestamp() from given order by rule_id, kind, digest
      on conflict (rule_id, kind, digest) do update set execution_id = rule_noise_memory.execution_id
      returning *
    )
    select place::integer, times, execution_id, expires_at from locked natural join given`.execute(executor);
  const waiting = await lockWaitingRuns(
    executor,
    rows.flatMap(({ execution_id: id }) => (id === null ? [] : [id])),
  );
  return new Map(
    rows.flatMap(({ place, times, execution_id: executionId, expires_at: expiresAt }) => {
      const slot = unique[place - 1];
      if (slot === undefined) return [];
      const isOpen = slot.kind !== 'group' || executionId === null || waiting.has(executionId);
      const memory = { times, executionId, isOpen };
      return [[toSlotText(slot), { slot, memory, expiresAt: expiresAt.getTime() }] as const];
    }),
  );
}

/** Stores memories that {@link recallMemories} has locked. */
export async function rememberMemories(executor: Executor, memories: NoiseMemories): Promise<void> {
  const entries = [...memories.values()];
  const times = entries.map(({ memory }) => JSON.stringify(memory.times));
  await sql`
    with given as (
      select slots.*, changes.* from (${toRows(entries.map(({ slot }) => slot))}) as slots
      join unnest(
        ${times}::text[], ${entries.map(({ memory }) => memory.executionId)}::uuid[],
        ${entries.map(({ expiresAt }) => expiresAt)}::float8[]
      ) with ordinality as changes (new_times, new_execution_id, new_expires_at, change_place)
        on changes.change_place = slots.place
    )
    update rule_noise_memory as memory set
      times = array(select jsonb_array_elements_text(given.new_times::jsonb)::float8),
      execution_id = given.new_execution_id,
      expires_at = to_timestamp(given.new_expires_at / 1000)
    from given
    where memory.rule_id = given.rule_id and memory.kind = given.kind and memory.digest = given.digest`.execute(
    executor,
  );
}

function toRows(slots: readonly NoiseSlot[]) {
  return sql`
    select rule_id, kind, sha256(convert_to(key, 'UTF8')) as digest, place from unnest(
      ${slots.map(({ ruleId }) => ruleId)}::uuid[], ${slots.map(({ kind }) => kind)}::text[],
      ${slots.map(({ key }) => storableText(key))}::text[]
    ) with ordinality as slot (rule_id, kind, key, place)`;
}

/** Locks the runs that have not started, so that none starts before the transaction ends. */
async function lockWaitingRuns(executor: Executor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ readonly id: string }>`
    select id from run where id = any(${ids}::uuid[]) and status = 'waiting' and stop_requested_at is null
    order by id for update`.execute(executor);
  return new Set(rows.map(({ id }) => id));
}

async function deleteExpired(executor: Executor): Promise<void> {
  await sql`
    delete from rule_noise_memory where (rule_id, kind, digest) in (
      select rule_id, kind, digest from rule_noise_memory
      where expires_at < clock_timestamp() - interval '1 day'
      order by expires_at limit ${sql.lit(maxDeleted)} for update skip locked
    )`.execute(executor);
}
