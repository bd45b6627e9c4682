import type { RunTopic } from '@shipmate/domain/run';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../executor/executor.ts';

/** The one channel; what is sent through it is a topic. */
export const channel = 'shipmate_run';

/** Tells every process of the database, when and only if the transaction commits. */
export async function notify(executor: Executor, topic: RunTopic): Promise<void> {
  await sql`select ${notification(topic)}`.execute(executor);
}

/** The same as part of a statement: it happens for each row that is selected. */
export function notification(topic: RunTopic): RawBuilder<unknown> {
  return sql`pg_notify(${channel}, ${topic})`;
}
