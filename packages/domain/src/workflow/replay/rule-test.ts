import { evaluateConditions, type Row } from '../condition/evaluate-conditions.ts';
import { decideNoise, type NoiseMemories } from '../noise/decide-noise.ts';
import { createMaintenanceCalendar } from '../noise/maintenance-calendar.ts';
import type { RuleDefinition } from '../rule.ts';
import { type RuleMocks, simulateExecution } from './simulate-rule.ts';

/** An event of a saved test. */
export interface RuleTestEvent {
  readonly entityKey: string;
  readonly row: Row;
  readonly before: Row | null;
  readonly at: Date;
}

/** The expected reactions of a rule to the events of a test. */
export interface RuleTestExpectation {
  /** Executions that begin. */
  readonly runs: number;
  /** Ids or names of the actions that run in at least one execution; no other action runs. */
  readonly actions: readonly string[];
}

/** A saved test of a rule: events, assumed results of actions, and the expected reactions. */
export interface RuleTest {
  readonly id: string;
  readonly ruleId: string;
  readonly name: string;
  readonly events: readonly RuleTestEvent[];
  readonly mocks: RuleMocks;
  readonly expected: RuleTestExpectation;
  readonly createdByUserId: string;
  readonly createdAt: Date;
}

/** The result of a saved test. */
export interface RuleTestResult {
  readonly id: string;
  readonly name: string;
  readonly isPassed: boolean;
  /** One sentence for each difference; empty if the test passed. */
  readonly differences: readonly string[];
}

/** Runs saved tests against the content of a rule; nothing takes effect. Silences are ignored. */
export function runRuleTests(
  { definition, ownerUserId }: { readonly definition: RuleDefinition; readonly ownerUserId: string },
  tests: readonly RuleTest[],
): readonly RuleTestResult[] {
  return tests.map((test) => {
    const differences = compare(definition, react(definition, test, ownerUserId), test.expected);
    return { id: test.id, name: test.name, isPassed: differences.length === 0, differences };
  });
}

/** The executions that begin, and the ids of the actions that run. */
interface Reaction {
  readonly runs: number;
  readonly actions: ReadonlySet<string>;
}

function react(definition: RuleDefinition, { events, mocks }: RuleTest, ownerUserId: string): Reaction {
  const noise = definition.noise ?? {};
  const calendar = createMaintenanceCalendar(noise.maintenance ?? []);
  const memories: NoiseMemories = new Map();
  const actions = new Set<string>();
  let runs = 0;
  for (const [index, { entityKey, row, before, at }] of events.entries()) {
    const change = { row, ...(before !== null && { before }) };
    if (!evaluateConditions(definition.triggerConditions, change).every(({ holds }) => holds)) continue;
    const event = { row, entityKey, createdAt: at };
    const input = { rule: { id: 'rule', noise }, event, executionId: String(index), calendar, silences: [], memories };
    if (!decideNoise(input).isStart) continue;
    runs += 1;
    const sample = { row, before, entityKey, userId: null };
    const execution = simulateExecution(definition, sample, { mocks, now: at, ownerUserId });
    for (const { id, outcome } of execution.actions) if (outcome === 'run') actions.add(id);
  }
  return { runs, actions };
}

function compare({ actions }: RuleDefinition, reaction: Reaction, expected: RuleTestExpectation): readonly string[] {
  const differences: string[] = [];
  if (reaction.runs !== expected.runs) {
    differences.push(`The rule runs ${reaction.runs} times, expected ${expected.runs}.`);
  }
  const wanted = new Set<string>();
  for (const reference of expected.actions) {
    const action = actions.find(({ id, name }) => id === reference || name === reference);
    if (action === undefined) differences.push(`The expected action "${reference}" is not in the rule.`);
    else wanted.add(action.id);
  }
  for (const { id, name } of actions) {
    if (wanted.has(id) && !reaction.actions.has(id)) differences.push(`"${name}" does not run.`);
    if (!wanted.has(id) && reaction.actions.has(id)) differences.push(`"${name}" runs, which was not expected.`);
  }
  return differences;
}
