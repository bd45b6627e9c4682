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
  const byTrigger = Map.groupBy(rules, toTrigger);
  const isCertain = (cascade: Cascade): boolean => cascade.isCertain;
  const provable = findLoops(rule, byTrigger, { follows: isCertain, accepts: keepsChanging });
  if (provable.length > 0) return provable.map((loop) => toProblem(rule, loop, true));
  return findLoops(rule, byTrigger, { follows: () => true, accepts: () => true }).map((loop) =>
    toProblem(rule, loop, false),
  );
}

const maxLoops = 10;

/** A rule that the search has reached, and its way there. */
interface ReachedRule {
  readonly at: CascadeRule;
  readonly by?: Cascade;
  readonly from?: ReachedRule;
}

/** The loops to find: cascades that the search follows, and loops that it returns. */
interface LoopSearch {
  readonly follows: (cascade: Cascade) => boolean;
  readonly accepts: (loop: readonly Cascade[]) => boolean;
}

/**
 * Finds at most ten accepted loops from a rule back to itself. Each other rule is on one path at most and is compared with no
 * write once it is reached, so that the search is linear where writes trigger what they can.
 */
function findLoops(
  rule: CascadeRule,
  byTrigger: ReadonlyMap<string, readonly CascadeRule[]>,
  { follows, accepts }: LoopSearch,
): readonly (readonly Cascade[])[] {
  const loops: (readonly Cascade[])[] = [];
  const unreached = new Map(byTrigger);
  const stack: ReachedRule[] = [{ at: rule }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    for (const { trigger, toCascade } of readWrites(top.at)) {
      const left: CascadeRule[] = [];
      for (const target of unreached.get(trigger) ?? []) {
        const cascade = toCascade(target);
        const isFollowed = cascade !== undefined && follows(cascade);
        if (target.id === rule.id || !isFollowed) left.push(target);
        if (!isFollowed) continue;
        if (target.id !== rule.id) {
          stack.push({ at: target, by: cascade, from: top });
          continue;
        }
        const loop = [...toPath(top), cascade];
        if (accepts(loop)) loops.push(loop);
        if (loops.length === maxLoops) return loops;
      }
      unreached.set(trigger, left);
    }
  }
  return loops;
}

function toPath(reached: ReachedRule): readonly Cascade[] {
  const path: Cascade[] = [];
  for (let each: ReachedRule | undefined = reached; each?.by !== undefined; each = each.from) path.push(each.by);
  return path.reverse();
}

function toTrigger({ trigger, entity }: Pick<CascadeRule, 'trigger' | 'entity'>): string {
  return `${trigger} ${entity}`;
}

/** A write of an action. */
interface ActionWrite {
  /** The key of the rules that it can trigger, see {@link toTrigger}. */
  readonly trigger: string;
  /** Returns the cascade to one of them; `undefined` if the write cannot meet its conditions. */
  readonly toCascade: (target: CascadeRule) => Cascade | undefined;
}

function readWrites(rule: CascadeRule): readonly ActionWrite[] {
  return rule.actions
    .filter(({ isActive }) => isActive)
    .flatMap((action) => {
      const type = findActionType(action.type);
      if (!type?.modifies) return [];
      const config = type.config.safeParse(action.config);
      if (!config.success) return [];
      const isReached = isAlwaysReached(action.id, rule.edges);
      return type.modifies(config.data as never).map(
        (write): ActionWrite => ({
          trigger: toTrigger({ trigger: write.event, entity: write.entity }),
          toCascade: (target) => {
            const match = matches(target.triggerConditions, write);
            if (match === 'never') return undefined;
            return { target, write, action: action.name, isCertain: isReached && match === 'always' };
          },
        }),
      );
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
