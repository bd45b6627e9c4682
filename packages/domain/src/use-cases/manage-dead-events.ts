import type { Principal } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';

/**
 * Makes a dead event pending again, or all of them without an id, and returns their number. Call it in a transaction.
 *
 * @throws AppError `NOT_FOUND` for an id that is no dead event
 */
export async function retryDeadEvents(
  { ruleEvents, audit }: Pick<Stores, 'ruleEvents' | 'audit'>,
  principal: Principal,
  eventId?: string,
): Promise<number> {
  const count = await ruleEvents.requeue(principal, eventId);
  if (count > 0) {
    await audit.append(principal, { kind: 'rule_event_retried', subjectId: eventId ?? null, details: { count } });
  }
  return count;
}

/** Deletes a dead event. Call it in a transaction. @throws AppError `NOT_FOUND` */
export async function discardDeadEvent(
  { ruleEvents, audit }: Pick<Stores, 'ruleEvents' | 'audit'>,
  principal: Principal,
  eventId: string,
): Promise<void> {
  await ruleEvents.discard(principal, eventId);
  await audit.append(principal, { kind: 'rule_event_discarded', subjectId: eventId });
}
