import type { DemoTask } from './demo-intent.ts';
import { addAutoscaler } from './intents/add-autoscaler.ts';
import { addConfigMap } from './intents/add-config-map.ts';
import { addDependency } from './intents/add-dependency.ts';
import { addDisruptionBudget } from './intents/add-disruption-budget.ts';
import { addIngress } from './intents/add-ingress.ts';
import { explainChart } from './intents/explain-chart.ts';
import { setImageTag } from './intents/set-image-tag.ts';
import { setReplicas } from './intents/set-replicas.ts';

/** The parsed tasks of a request in order, and the clauses that were not understood. */
interface DemoRequest {
  readonly tasks: readonly DemoTask[];
  readonly leftOut: readonly string[];
}

/** The first intent that matches a clause takes it, so specific ones precede general ones. */
const intents = [
  addAutoscaler,
  addDisruptionBudget,
  addIngress,
  addConfigMap,
  setImageTag,
  setReplicas,
  addDependency,
  explainChart,
];

const clauseBreak = /[,;.!?]+(?=\s|$)|\n|\b(?:and|then|plus|also)\b(?!\s+\d)/i;
const refusal = /\b(?:remove|delete|drop|without|disable|never|don't|do not|not)\b/i;
const order =
  /\b(?:add|change|configure|create|delete|disable|drop|enable|fix|generate|increase|make|move|remove|rename|replace|set|update|upgrade|use|validate|write)\b/i;

/** Parses a request clause by clause: «add redis and set 3 replicas» has two. */
export function parseRequest(text: string): DemoRequest {
  const tasks: DemoTask[] = [];
  const leftOut: string[] = [];
  for (const clause of toClauses(text)) {
    const task = understand(clause);
    if (task) tasks.push(task);
    else if (order.test(clause)) leftOut.push(clause);
  }
  return { tasks, leftOut };
}

/** A part that is no clause of its own belongs to the clause before it: «with A=1, B=2», «redis and postgres». */
function toClauses(text: string): readonly string[] {
  const clauses: string[] = [];
  for (const part of text.split(clauseBreak).map((piece) => piece.trim())) {
    if (clauses.length === 0 || order.test(part) || understand(part)) clauses.push(part);
    else if (part !== '') clauses.push(`${clauses.pop()}, ${part}`);
  }
  return clauses;
}

function understand(clause: string): DemoTask | undefined {
  if (refusal.test(clause)) return undefined;
  for (const intent of intents) {
    const task = intent(clause);
    if (task) return task;
  }
  return undefined;
}
