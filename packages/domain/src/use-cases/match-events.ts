import { toAppError } from '@shipmate/core';
import type { Stores } from '../persistence/stores.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { matchRules, refusalOf } from '../workflow/execution/match-rules.ts';
import { reduceNoise } from './reduce-noise.ts';

/** The number of events of a batch, and of executions that they began. */
export interface MatchedEvents {
  readonly events: number;
  readonly executions: number;
}

/**
 * Matches the oldest pending events with rules and begins an execution for each match, in one transaction. If that fails, the
 * events are matched one by one, so that one event does not hold up the others.
 */
export async function matchEvents(unitOfWork: UnitOfWork, limit: number): Promise<MatchedEvents> {
  try {
    return await unitOfWork.transaction((stores) => matchBatch(stores, { limit }));
  } catch {
    return matchOne(unitOfWork);
  }
}

async function matchBatch(
  stores: Stores,
  { limit, onTaken }: { readonly limit: number; readonly onTaken?: (eventId: string | undefined) => void },
): Promise<MatchedEvents> {
  const { ruleEvents, ruleExecutions, ruleNoise } = stores;
  const { events, findCandidates } = await ruleEvents.take(limit);
  onTaken?.(events[0]?.id);
  const refused = events.filter((event) => refusalOf(event) !== undefined);
  for (const event of refused) await ruleEvents.fail(event.id, { error: refusalOf(event) ?? '', isFinal: true });
  const accepted = events.filter((event) => refusalOf(event) === undefined);
  const candidates = accepted.map((event) => ({ event, rules: findCandidates(event) }));
  const matches = candidates.flatMap(({ event, rules }) => matchRules(event, rules));
  const rules = candidates.flatMap((each) => each.rules);
  const reduced = await reduceNoise(stores, { matches, events: accepted, rules });
  const executions = reduced.executions.length === 0 ? 0 : await ruleExecutions.begin(reduced.executions);
  if (reduced.suppressions.length > 0) await ruleNoise.suppress(reduced.suppressions);
  if (reduced.memories.size > 0) await ruleNoise.remember(reduced.memories);
  if (accepted.length > 0) await ruleEvents.settle(accepted.map(({ id }) => id));
  return { events: events.length, executions };
}

/** Matches the oldest event; if that fails, the failure is stored after its transaction was rolled back. */
async function matchOne(unitOfWork: UnitOfWork): Promise<MatchedEvents> {
  let eventId: string | undefined;
  try {
    return await unitOfWork.transaction((stores) =>
      matchBatch(stores, { limit: 1, onTaken: (taken) => (eventId = taken) }),
    );
  } catch (thrown) {
    const error = toAppError(thrown);
    if (eventId === undefined) throw error;
    await unitOfWork.stores.ruleEvents.fail(eventId, { error: error.message, isFinal: false });
    return { events: 1, executions: 0 };
  }
}
