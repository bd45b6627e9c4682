import type { Stores } from '../persistence/stores.ts';
import type { RuleEvent } from '../workflow/execution/rule-event.ts';
import type { NewRuleExecution } from '../workflow/execution/rule-execution.ts';
import { decideNoise, type NoiseMemories } from '../workflow/noise/decide-noise.ts';
import { createMaintenanceCalendar } from '../workflow/noise/maintenance-calendar.ts';
import { listNoiseSlots } from '../workflow/noise/noise-slot.ts';
import type { Suppression } from '../workflow/noise/rule-noise-store.ts';
import type { Rule } from '../workflow/rule.ts';

/** The executions to begin and the events that begin none. */
interface ReducedMatches {
  readonly executions: readonly NewRuleExecution[];
  readonly suppressions: readonly Suppression[];
  /** The changed memories; to store in the same transaction. */
  readonly memories: NoiseMemories;
}

/**
 * Applies the noise control of rules to the executions that a batch of events would begin. Manual starts are not reduced, and
 * nothing is stored for rules whose owner has left. Call it in the transaction that begins the executions.
 */
export async function reduceNoise(
  { ruleNoise }: Pick<Stores, 'ruleNoise'>,
  {
    matches,
    events,
    rules,
  }: {
    readonly matches: readonly NewRuleExecution[];
    readonly events: readonly RuleEvent[];
    readonly rules: readonly Rule[];
  },
): Promise<ReducedMatches> {
  if (matches.length === 0) return { executions: matches, suppressions: [], memories: new Map() };
  const eventById = new Map(events.map((event) => [event.id, event]));
  const ruleById = new Map(rules.map((rule) => [rule.id, rule]));
  const silences = Map.groupBy(
    await ruleNoise.listSilencesOf([...new Set(matches.map(({ ruleId }) => ruleId))]),
    ({ ruleId }) => ruleId,
  );
  const reducible = matches.flatMap((match) => {
    const event = eventById.get(match.eventId);
    const noise = ruleById.get(match.ruleId)?.noise ?? {};
    const isReduced = silences.has(match.ruleId) || Object.keys(noise).length > 0;
    return event === undefined || event.trigger === 'manual' || !isReduced ? [] : [{ match, event, noise }];
  });
  if (reducible.length === 0) return { executions: matches, suppressions: [], memories: new Map() };
  const owned = await ruleNoise.findOwned([...new Set(reducible.map(({ match }) => match.ruleId))]);
  const noisy = reducible.filter(({ match }) => owned.has(match.ruleId));
  const slots = noisy.flatMap(({ match, event, noise }) => listNoiseSlots({ ruleId: match.ruleId, noise }, event));
  const memories = slots.length === 0 ? new Map() : await ruleNoise.recall(slots);
  const calendars = new Map(
    noisy.map(({ match, noise }) => [match.ruleId, createMaintenanceCalendar(noise.maintenance ?? [])]),
  );
  const decisions = new Map(
    noisy.map(({ match, event, noise }) => [
      match,
      decideNoise({
        rule: { id: match.ruleId, noise },
        event,
        executionId: match.id,
        calendar: calendars.get(match.ruleId) ?? (() => undefined),
        silences: silences.get(match.ruleId) ?? [],
        memories,
      }),
    ]),
  );
  const executions: NewRuleExecution[] = [];
  const suppressions: Suppression[] = [];
  for (const match of matches) {
    const decision = decisions.get(match);
    const { eventId, ruleId, revision } = match;
    if (decision === undefined) executions.push(match);
    else if (!decision.isStart) {
      const { kind, reason, executionId } = decision;
      suppressions.push({ eventId, ruleId, revision, kind, reason, executionId });
    } else {
      executions.push({
        ...match,
        ...(decision.startsAt !== undefined && { startsAt: new Date(decision.startsAt) }),
      });
    }
  }
  return { executions, suppressions, memories };
}
