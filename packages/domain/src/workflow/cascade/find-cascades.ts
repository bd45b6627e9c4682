import { findActionType } from '../action/action-types.ts';
import type { EntityWrite } from '../action/action-type.ts';
import { evaluateConditions } from '../condition/evaluate-conditions.ts';
import type { FieldCondition } from '../condition/field-condition.ts';
import type { RuleDefinition, RuleEdge } from '../rule.ts';
import type { RuleProblem } from '../rule-problem.ts';

/** A rule of the analysis. */
export interface CascadeRule
  extends Pick<RuleDefinition, 'name' | 'isActive' | 'entity' | 'trigger' | 'triggerConditions' | 'actions' | 'edges'> {
  readonly id: string;
}

/** A write of one rule that triggers another. */
interface Cascade {
  readonly target: CascadeRule;
  readonly write: EntityWrite;
  readonly action: string;
  /** True if the write always happens and always triggers the target. */
  readonly isCertain: boolean;
}

/**
 * Returns the loops that a rule closes with the other active rules: an error if every step of the loop is certain to happen
 * each time, else a warning. Each loop is reported once, at most ten.
 */
export function findCascades(rule: CascadeRule, others: readonly CascadeRule[]): readonly RuleProblem[] {
  const rules = [rule, ...others.filter(({ id, isActive }) => isActive && id !== rule.id)];
  const cascadesOf = createCascadeFinder(rules);
  const isCertain = (cascade: Cascade): boolean => cascade.isCertain;
  const provable = findLoops(rule, (each) => cascadesOf(each).filter(isCertain), keepsChanging);
  if (provable.length > 0) return provable.map((loop) => toProblem(rule, loop, true));
  return findLoops(rule, cascadesOf, () => true).map((loop) => toProblem(rule, loop, false));
}

const maxLoops = 10;

/** Finds at most ten accepted loops from a rule back to itself; each other rule is on one path at most, so that the search is linear. */
function findLoops(
  rule: CascadeRule,
  cascadesOf: (rule: CascadeRule) => readonly Cascade[],
  accept: (loop: readonly Cascade[]) => boolean,
): readonly (readonly Cascade[])[] {
  const loops: (readonly Cascade[])[] = [];
  const visited = new Set<string>();
  const stack: { readonly at: CascadeRule; readonly path: readonly Cascade[] }[] = [{ at: rule, path: [] }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    for (const cascade of cascadesOf(top.at)) {
      const { target } = cascade;
      if (target.id === rule.id) {
        const loop = [...top.path, cascade];
        if (accept(loop)) loops.push(loop);
        if (loops.length === maxLoops) return loops;
      } else if (!visited.has(target.id)) {
        visited.add(target.id);
        stack.push({ at: target, path: [...top.path, cascade] });
      }
    }
  }
  return loops;
}

/** Creates a function that returns the cascades of a rule; only rules that a search reaches are read, each once. */
function createCascadeFinder(rules: readonly CascadeRule[]): (rule: CascadeRule) => readonly Cascade[] {
  const byTrigger = Map.groupBy(rules, ({ entity, trigger }) => `${trigger} ${entity}`);
  const known = new Map<string, readonly Cascade[]>();
  return (rule) => {
    const cascades = known.get(rule.id) ?? readCascades(rule, byTrigger);
    known.set(rule.id, cascades);
    return cascades;
  };
}

function readCascades(rule: CascadeRule, byTrigger: ReadonlyMap<string, readonly CascadeRule[]>): readonly Cascade[] {
  return rule.actions
    .filter(({ isActive }) => isActive)
    .flatMap((action) => {
      const type = findActionType(action.type);
      if (!type?.modifies) return [];
      const config = type.config.safeParse(action.config);
      if (!config.success) return [];
      return type.modifies(config.data as never).flatMap((write) => {
        const targets = byTrigger.get(`${write.event} ${write.entity}`) ?? [];
        const isReached = targets.length > 0 && isAlwaysReached(action.id, rule.edges);
        return targets.flatMap((target) => {
          const match = matches(target.triggerConditions, write);
          if (match === 'never') return [];
          return [{ target, write, action: action.name, isCertain: isReached && match === 'always' }];
        });
      });
    });
}

/** Tests whether every path from the start leads through this action without a choice between ports. */
function isAlwaysReached(id: string, edges: readonly RuleEdge[]): boolean {
  const seen = new Set<string>();
  let current = id;
  while (!seen.has(current)) {
    seen.add(current);
    const incoming = edges.filter(({ target }) => target === current);
    if (incoming.some(({ source }) => source === null)) return true;
    const next = incoming.find(({ kind, output }) => kind === 'always' || output === null);
    if (next?.source === undefined || next.source === null) return false;
    current = next.source;
  }
  return false;
}

/** Compares the conditions of a trigger with the values that a write is known to leave. */
function matches(conditions: readonly FieldCondition[], { values, event }: EntityWrite): 'always' | 'maybe' | 'never' {
  let result: 'always' | 'maybe' = 'always';
  for (const condition of conditions) {
    const value = values[condition.field_name];
    const isConstant = value !== undefined && !(typeof value === 'string' && value.includes('{{'));
    if (!isConstant || condition.operator === 'changed_from') {
      result = 'maybe';
      continue;
    }
    const row = { [condition.field_name]: value as never };
    // A change to this value is possible whenever the value before was another one.
    const before =
      event === 'on_update' && condition.operator === 'changed_to' ? { [condition.field_name]: null } : undefined;
    const [evaluated] = evaluateConditions([condition], { row, before });
    if (!evaluated?.holds) return 'never';
    if (condition.operator === 'changed_to') result = 'maybe';
  }
  return result;
}

/** An update that writes the same value again triggers nothing, so a loop of updates ends unless a value keeps changing. */
function keepsChanging(path: readonly Cascade[]): boolean {
  return path.every(({ write }) => {
    if (write.event !== 'on_update') return true;
    return Object.entries(write.values).some(([field, value]) => {
      const isDifferentEachTime = typeof value === 'string' && /\{\{\s*(?:\$now|execution_id)\b/.test(value);
      const isOverwritten = path.some(
        (other) =>
          other.write.entity === write.entity &&
          other.write.event === 'on_update' &&
          Object.hasOwn(other.write.values, field) &&
          JSON.stringify(other.write.values[field]) !== JSON.stringify(value),
      );
      return isDifferentEachTime || isOverwritten;
    });
  });
}

function toProblem(rule: CascadeRule, path: readonly Cascade[], isProvable: boolean): RuleProblem {
  const steps = path.map(
    ({ action, write, target }) => `"${action}" (${write.event} of ${write.entity}) → "${target.name}"`,
  );
  const text = [`"${rule.name}"`, ...steps].join(' → ');
  return isProvable
    ? {
        severity: 'error',
        path: '',
        code: 'CASCADE_LOOP',
        message: `The rule triggers itself without end: ${text}.`,
        hint: 'Add a trigger condition that the written values do not satisfy.',
      }
    : {
        severity: 'warning',
        path: '',
        code: 'CASCADE_POSSIBLE',
        message: `The rule can trigger itself: ${text}.`,
        hint: 'Check that the conditions end the loop.',
      };
}
