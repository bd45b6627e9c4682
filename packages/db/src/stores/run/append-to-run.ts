import { estimateTokens, toJsonText } from '@shipmate/core';
import type {
  EndedToolCall,
  NewRunStep,
  RunEvent,
  RunProgressWrite,
  RunStepAnswers,
  RunWriter,
} from '@shipmate/domain/run';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { belongsTo, whyNot } from './run-lease-columns.ts';

/**
 * Appends events and stores progress in one statement, and returns the last sequence number. The update of the run's row checks the
 * lease, allocates the sequence numbers, so that there is no gap even with two writers, and locks the run for the rest of the
 * transaction; every other part selects from its result.
 *
 * @throws AppError unless the writer owns the lease
 */
export async function appendToRun(
  executor: Executor,
  writer: RunWriter,
  { events, step, calls = [], answers }: RunProgressWrite & { readonly events: readonly RunEvent[] },
): Promise<number> {
  requireId(writer.runId, 'run');
  // The run made progress, so it does not crash its executors.
  const progress = step ? sql`, attempt = 0, model = coalesce(model, ${step.model}::text)` : sql``;
  const parts = [
    sql`written as (
      update run set last_sequence = last_sequence + ${events.length}::integer ${progress}
      where ${belongsTo(writer)}
      returning id, organization_id, user_id, last_sequence
    )`,
    ...(events.length > 0 ? [insertEvents(events)] : []),
    ...(step ? [upsertStep(step), countStep(step)] : []),
    ...(calls.length > 0 ? [upsertCalls(calls)] : []),
    ...(answers ? [updateAnswers(answers)] : []),
  ];
  const { rows } = await sql<{ last_sequence: number }>`
    with ${sql.join(parts, sql`, `)}
    select last_sequence from written`.execute(executor);
  if (!rows[0]) throw await whyNot(executor, writer);
  return rows[0].last_sequence;
}

function insertEvents(events: readonly RunEvent[]): RawBuilder<unknown> {
  return sql`event as (
    insert into run_event (run_id, sequence, event)
    select written.id, written.last_sequence - ${events.length}::integer + entry.position, entry.event
    from written, json_array_elements(${toJsonText(events)}::json) with ordinality as entry (event, position)
  )`;
}

function upsertStep({ turn, model, finish, usage, costUsd, messages, durationMs }: NewRunStep): RawBuilder<unknown> {
  return sql`step as (
    insert into run_step (run_id, turn, model, finish, input_tokens, output_tokens, cache_read_tokens,
      cache_write_tokens, reasoning_tokens, cost_usd, messages, started_at, ended_at)
    select id, ${turn}::integer, ${model}::text, ${finish}::text, ${usage.inputTokens}::integer,
      ${usage.outputTokens}::integer, ${usage.cacheReadTokens}::integer, ${usage.cacheWriteTokens}::integer,
      ${usage.reasoningTokens}::integer, ${costUsd}::float8, ${toJsonText(messages)}::json,
      clock_timestamp() - make_interval(secs => ${durationMs / 1_000}::float8), clock_timestamp()
    from written
    on conflict (run_id, turn) do update set
      model = excluded.model, finish = excluded.finish, input_tokens = excluded.input_tokens,
      output_tokens = excluded.output_tokens, cache_read_tokens = excluded.cache_read_tokens,
      cache_write_tokens = excluded.cache_write_tokens, reasoning_tokens = excluded.reasoning_tokens,
      cost_usd = excluded.cost_usd, messages = excluded.messages, started_at = excluded.started_at,
      ended_at = excluded.ended_at
  )`;
}

/** Counts the usage of a turn, in place of the usage counted for it before. */
function countStep({ turn, model, usage, costUsd }: NewRunStep): RawBuilder<unknown> {
  const { inputTokens, outputTokens } = usage;
  const unpriced = costUsd === null ? inputTokens + outputTokens : 0;
  return sql`counted as (
    insert into run_spend (run_id, day, model, organization_id, user_id, input_tokens, output_tokens, unpriced_tokens, cost_usd)
    select written.id, (clock_timestamp() at time zone 'utc')::date, used.model, written.organization_id, written.user_id,
      sum(used.input), sum(used.output), sum(used.unpriced), sum(used.cost)
    from written, (
      select ${model}::text, ${inputTokens}::bigint, ${outputTokens}::bigint, ${unpriced}::bigint, ${costUsd ?? 0}::float8
      union all
      select run_step.model, -input_tokens, -output_tokens,
        case when cost_usd is null then -input_tokens - output_tokens else 0 end, -coalesce(cost_usd, 0)
      from run_step, written as run where run_step.run_id = run.id and turn = ${turn}::integer
    ) as used (model, input, output, unpriced, cost)
    group by written.id, used.model, written.organization_id, written.user_id
    having sum(used.input) <> 0 or sum(used.output) <> 0 or sum(used.unpriced) <> 0 or sum(used.cost) <> 0
    on conflict (run_id, day, model) do update set
      input_tokens = run_spend.input_tokens + excluded.input_tokens,
      output_tokens = run_spend.output_tokens + excluded.output_tokens,
      unpriced_tokens = run_spend.unpriced_tokens + excluded.unpriced_tokens,
      cost_usd = run_spend.cost_usd + excluded.cost_usd
  )`;
}

/** A call that was never begun read something at most. */
function upsertCalls(calls: readonly EndedToolCall[]): RawBuilder<unknown> {
  const results = calls.map(({ result }) => result);
  // Long values are JSON: the driver escapes each character of an array's texts, which takes many times longer.
  return sql`call as (
    insert into tool_call (run_id, tool_call_id, turn, name, input, effect, idempotent, status, result, result_tokens,
      started_at, ended_at)
    select written.id, entry.id, entry.turn, entry.name, entry.input, 'read', false, entry.status, entry.result,
      entry.tokens, clock_timestamp() - make_interval(secs => entry.seconds), clock_timestamp()
    from written, rows from (
      unnest(
        ${results.map(({ part }) => storableText(part.id))}::text[],
        ${calls.map(({ turn }) => turn)}::integer[],
        ${results.map(({ part }) => storableText(part.name))}::text[],
        ${results.map(({ part }) => (part.isError ? 'failed' : 'finished'))}::text[],
        ${results.map(({ part }) => estimateTokens(part.output))}::integer[],
        ${results.map(({ durationMs }) => durationMs / 1_000)}::float8[]
      ),
      json_array_elements(${toJsonList(calls.map(({ input }) => input))}::json),
      json_array_elements(${toJsonList(results)}::json)
    ) as entry (id, turn, name, status, tokens, seconds, input, result)
    on conflict (run_id, tool_call_id) do update set
      status = excluded.status, result = excluded.result, result_tokens = excluded.result_tokens,
      ended_at = excluded.ended_at
  )`;
}

/** Writes each value on its own: one without a JSON form does not affect the others. */
function toJsonList(values: readonly unknown[]): string {
  return `[${values.map((value) => toJsonText(value)).join(',')}]`;
}

function updateAnswers({ turn, message }: RunStepAnswers): RawBuilder<unknown> {
  return sql`answered as (
    update run_step set answers = ${toJsonText(message)}::json
    from written where run_step.run_id = written.id and run_step.turn = ${turn}::integer
  )`;
}
