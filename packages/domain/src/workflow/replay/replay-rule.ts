import { evaluateConditions } from '../condition/evaluate-conditions.ts';
import type { RuleEvent } from '../execution/rule-event.ts';
import { decideNoise, type NoiseMemories } from '../noise/decide-noise.ts';
import { createMaintenanceCalendar } from '../noise/maintenance-calendar.ts';
import type { SuppressionKind } from '../noise/rule-noise.ts';
import type { RuleSilence } from '../noise/rule-silence.ts';
import type { RuleDefinition } from '../rule.ts';
import { simulateExecution } from './simulate-rule.ts';

/** Decisions of a replay that its result lists. */
const maxDecisions = 50;

/** A stored event, as far as a replay needs it. */
export type ReplayedEvent = Pick<RuleEvent, 'id' | 'entityKey' | 'row' | 'before' | 'userId' | 'createdAt'>;

/** The decision of a replay on one event that matched. */
interface ReplayDecision {
  readonly eventId: string;
  readonly entityKey: string;
  readonly at: Date;
  /** Null for an event that would have begun an execution. */
  readonly suppressedBy: SuppressionKind | null;
  /** The reason why the event was suppressed; empty if it was not. */
  readonly reason: string;
  /** Names of the actions that would have run. */
  readonly actions: readonly string[];
}

/** The reactions of a rule to stored events. */
export interface ReplayResult {
  /** Events that matched the trigger conditions. */
  readonly matched: number;
  /** Executions that would have begun. */
  readonly runs: number;
  /** Events that matched and would have begun no execution of their own, by kind. */
  readonly suppressed: Readonly<Partial<Record<SuppressionKind, number>>>;
  /** Actions that would have run, by type. */
  readonly actions: Readonly<Record<string, number>>;
  /** The last decisions, at most 50, oldest first. */
  readonly decisions: readonly ReplayDecision[];
}

/** The state of a replay between two pages of events; it can be cloned. */
export interface ReplayState {
  readonly result: ReplayResult;
  readonly memories: NoiseMemories;
}

/** The content of a rule to replay, and the silences that it had. */
export interface ReplayRule {
  readonly definition: RuleDefinition;
  readonly ownerUserId: string;
  readonly silences: readonly RuleSilence[];
}

/** The state before the first page. */
export function beginReplay(): ReplayState {
  return { result: { matched: 0, runs: 0, suppressed: {}, actions: {}, decisions: [] }, memories: new Map() };
}

/**
 * Replays a page of events, in order, through a rule's conditions, noise control and graph. Nothing takes effect: actions are assumed
 * to end at their default port, except for conditions, which are evaluated. The rule counts as active.
 */
export function replayEvents(rule: ReplayRule, events: readonly ReplayedEvent[], state: ReplayState): ReplayState {
  const { definition, ownerUserId, silences } = rule;
  const noise = definition.noise ?? {};
  const calendar = createMaintenanceCalendar(noise.maintenance ?? []);
  const memories: NoiseMemories = new Map(state.memories);
  const suppressed: Partial<Record<SuppressionKind, number>> = { ...state.result.suppressed };
  const actions: Record<string, number> = { ...state.result.actions };
  const decisions = [...state.result.decisions];
  let { matched, runs } = state.result;
  for (const event of events) {
    const { id: eventId, entityKey, row, before, createdAt: at } = event;
    const change = { row, ...(before !== null && { before }) };
    if (!evaluateConditions(definition.triggerConditions, change).every(({ holds }) => holds)) continue;
    matched += 1;
    const decision = decideNoise({
      rule: { id: 'rule', noise },
      event,
      executionId: eventId,
      calendar,
      silences,
      memories,
    });
    if (!decision.isStart) {
      const { kind, reason } = decision;
      suppressed[kind] = (suppressed[kind] ?? 0) + 1;
      decisions.push({ eventId, entityKey, at, suppressedBy: kind, reason, actions: [] });
      continue;
    }
    runs += 1;
    const execution = simulateExecution(definition, event, { now: at, ownerUserId, isRendered: false });
    const run = execution.actions.filter(({ outcome }) => outcome === 'run');
    for (const { type } of run) actions[type] = (actions[type] ?? 0) + 1;
    decisions.push({ eventId, entityKey, at, suppressedBy: null, reason: '', actions: run.map(({ name }) => name) });
  }
  return { result: { matched, runs, suppressed, actions, decisions: decisions.slice(-maxDecisions) }, memories };
}

/** Returns the result of a replay in one sentence: `Would have run 14 times (3 send_email); 2 events suppressed.` */
export function describeReplay({ runs, suppressed, actions }: ReplayResult): string {
  const counts = Object.entries(actions).map(([type, count]) => `${count} ${type}`);
  const total = Object.values(suppressed).reduce((sum, count) => sum + count, 0);
  const times = runs === 1 ? 'once' : `${runs} times`;
  const detail = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  const quiet = total === 0 ? '' : `; ${total} ${total === 1 ? 'event' : 'events'} suppressed`;
  return `Would have run ${times}${detail}${quiet}.`;
}
