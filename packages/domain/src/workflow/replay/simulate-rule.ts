import { type JsonValue, toAppError } from '@shipmate/core';
import type { ActionConfigOf } from '../action/action-types.ts';
import { defaultPort, findActionType } from '../action/action-types.ts';
import { evaluateConditions, type Row } from '../condition/evaluate-conditions.ts';
import type { FieldCondition } from '../condition/field-condition.ts';
import { nextActions } from '../graph/next-actions.ts';
import { toRuleGraph } from '../graph/rule-graph.ts';
import type { RuleAction, RuleDefinition } from '../rule.ts';
import { renderTemplates } from '../template/render-template.ts';
import { type TemplateSource, toTemplateScope } from '../template/template-variables.ts';

/** An event that a rule is tried with. */
export interface RuleSample {
  readonly row: Row;
  readonly before: Row | null;
  readonly entityKey: string;
  readonly userId: string | null;
}

/** The result that an action is assumed to have, by the action's id or name. */
export type RuleMocks = Readonly<Record<string, { readonly port: string; readonly output?: JsonValue | undefined }>>;

/** An action of a simulated execution. */
export interface SimulatedAction {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly outcome: 'run' | 'skipped' | 'not_reached';
  /** The output port; null for an action that is not reached. */
  readonly port: string | null;
  /** True if the action would act outside of the simulation, so that its port is a guess. */
  readonly isAssumed: boolean;
  /** The configuration with rendered templates; null unless it runs. */
  readonly input: JsonValue;
  readonly error: string | null;
}

/** A simulated execution. */
interface SimulatedExecution {
  /** In the order of their execution; those that are not reached last. */
  readonly actions: readonly SimulatedAction[];
}

/** The reaction of a rule to a sample. */
export interface RuleSimulation extends SimulatedExecution {
  readonly wouldTrigger: boolean;
  readonly conditions: readonly { readonly condition: FieldCondition; readonly holds: boolean }[];
}

/** Options for {@link simulateRule}. */
export interface SimulationOptions {
  readonly mocks?: RuleMocks | undefined;
  /** The time of `$now`. */
  readonly now: Date;
  /** The user of `$me` for a sample without one. */
  readonly ownerUserId: string;
  /** False to render only the templates on which ports depend. Default true. */
  readonly isRendered?: boolean | undefined;
}

/**
 * Tries a rule with an event; nothing takes effect. Conditions are evaluated; any other action ends at its mocked port or else at
 * its default port, as if it had worked. Actions are simulated even if the trigger conditions do not hold.
 */
export function simulateRule(
  definition: RuleDefinition,
  sample: RuleSample,
  options: SimulationOptions,
): RuleSimulation {
  const change = { row: sample.row, ...(sample.before !== null && { before: sample.before }) };
  const conditions = evaluateConditions(definition.triggerConditions, change);
  return {
    wouldTrigger: conditions.every(({ holds }) => holds),
    conditions,
    ...simulateExecution(definition, sample, options),
  };
}

/** Follows the graph of a rule for an event, as {@link simulateRule} does. */
export function simulateExecution(
  definition: RuleDefinition,
  sample: RuleSample,
  options: SimulationOptions,
): SimulatedExecution {
  const graph = toRuleGraph(definition);
  const ended = new Map<string, SimulatedAction & { readonly output: JsonValue }>();
  const source = toSource(definition, sample, options);
  for (;;) {
    const outcomes = new Map([...ended].map(([id, { port }]) => [id, port ?? '']));
    const { ready, skipped, unreached } = nextActions(graph, outcomes);
    const results = [...ended.values()]
      .filter(({ outcome }) => outcome === 'run')
      .map(({ id: actionId, name: actionName, output }) => ({ actionId, actionName, output }));
    for (const action of skipped) ended.set(action.id, toSkipped(action));
    if (ready.length === 0) {
      const left = unreached.map((action) => toSimulated(action, { outcome: 'not_reached', port: null }));
      return { actions: [...[...ended.values()].map(({ output: _output, ...action }) => action), ...left] };
    }
    for (const action of ready) {
      const scope = toTemplateScope(source, definition, results);
      const isRendered = options.isRendered !== false || action.type === 'evaluate_condition';
      ended.set(
        action.id,
        execute(action, { sample, mocks: options.mocks ?? {}, scope: isRendered ? scope : undefined }),
      );
    }
  }
}

type EndedAction = SimulatedAction & { readonly output: JsonValue };

function execute(
  action: RuleAction,
  {
    sample,
    mocks,
    scope,
  }: {
    readonly sample: RuleSample;
    readonly mocks: RuleMocks;
    /** Undefined to leave the configuration as it is. */
    readonly scope: ReturnType<typeof toTemplateScope> | undefined;
  },
): EndedAction {
  let input: JsonValue = null;
  try {
    if (scope !== undefined) input = renderTemplates(action.config, scope);
  } catch (thrown) {
    return {
      ...toSimulated(action, { outcome: 'run', port: 'failure', error: toAppError(thrown).message }),
      output: null,
    };
  }
  const mock = findMock(mocks, action);
  if (mock) {
    return {
      ...toSimulated(action, { outcome: 'run', port: mock.port, input, isAssumed: true }),
      output: mock.output ?? null,
    };
  }
  const parsed = scope === undefined ? undefined : findActionType(action.type)?.config.safeParse(input);
  if (parsed?.success === false) {
    const [issue] = parsed.error.issues;
    const error = `${issue?.path.map(String).join('.')}: ${issue?.message}`;
    return { ...toSimulated(action, { outcome: 'run', port: 'failure', input, error }), output: { error } };
  }
  if (action.type === 'evaluate_condition' && parsed?.success) {
    const result = evaluate(parsed.data as ActionConfigOf<'evaluate_condition'>, sample);
    return { ...toSimulated(action, { outcome: 'run', port: String(result), input }), output: { result } };
  }
  const isAssumed = action.type !== 'delay';
  return { ...toSimulated(action, { outcome: 'run', port: defaultPort(action.type), input, isAssumed }), output: null };
}

function evaluate(
  { conditions, logic_type: logic }: ActionConfigOf<'evaluate_condition'>,
  { row, before }: RuleSample,
) {
  const results = evaluateConditions(conditions, { row, ...(before !== null && { before }) });
  return logic === 'and' ? results.every(({ holds }) => holds) : results.some(({ holds }) => holds);
}

function findMock(mocks: RuleMocks, { id, name }: RuleAction): RuleMocks[string] | undefined {
  if (Object.hasOwn(mocks, id)) return mocks[id];
  return Object.hasOwn(mocks, name) ? mocks[name] : undefined;
}

function toSkipped(action: RuleAction): EndedAction {
  return { ...toSimulated(action, { outcome: 'skipped', port: defaultPort(action.type) }), output: null };
}

function toSimulated(
  { id, name, type }: RuleAction,
  result: Pick<SimulatedAction, 'outcome' | 'port'> & Partial<SimulatedAction>,
): SimulatedAction {
  return { id, name, type, isAssumed: false, input: null, error: null, ...result };
}

function toSource({ name, trigger }: RuleDefinition, sample: RuleSample, options: SimulationOptions): TemplateSource {
  const { row, entityKey, userId } = sample;
  return {
    event: { row, entityKey, trigger, userId },
    group: { rows: [row], count: 1 },
    ruleName: name,
    executionId: '00000000-0000-7000-8000-000000000000',
    ownerUserId: options.ownerUserId,
    now: options.now,
  };
}
