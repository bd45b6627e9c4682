import type { RunTopic } from '@shipmate/domain/run';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../executor/executor.ts';

/** The one channel; its payloads are topics. */
export const channel = 'shipmate_run';

/** Notifies every process of the database when, and only if, the transaction commits. */
export async function notify(executor: Executor, topic: RunTopic): Promise<void> {
  await sql`select ${notification(topic)}`.execute(executor);
}

/** Returns a notification as part of a statement: it is sent for each selected row. */
export function notification(topic: RunTopic): RawBuilder<unknown> {
  return sql`pg_notify(${channel}, ${topic})`;
}
