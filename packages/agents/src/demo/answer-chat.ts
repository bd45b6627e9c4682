import { attempt } from './attempt.ts';
import { createDemoChart, type DemoChart } from './demo-chart.ts';
import type { DemoTask } from './demo-intent.ts';
import { demoLabel } from './demo-label.ts';
import type { DemoSteps } from './demo-steps.ts';
import { readPlanPaths } from '../prompts/describe-plan.ts';
import { parseRequest } from './parse-request.ts';
import { isProductionRequest, proposeProductionPlan, toPlanTasks } from './production-plan.ts';

const abilities = `I can:

- add a dependency at its latest version – “add redis as a dependency”
- set the replicas or the image tag – “set 3 replicas”, “set the image tag to 1.27.2”
- propose a plan and carry it out when you proceed – “make this chart production ready”
- add a ConfigMap, an Ingress, a HorizontalPodAutoscaler or a PodDisruptionBudget – “add an Ingress for shop.example.com”
- explain the chart – “explain this chart”

Several at once work too: “add redis as a dependency and set 3 replicas”.`;

/**
 * Answers a message about a chart: executes the agreed plan, proposes a plan, or executes each task that was parsed,
 * and reports the result of each.
 */
export function* answerChat(text: string, system = ''): DemoSteps<string> {
  const chart = createDemoChart();
  const planned = readPlanPaths(system);
  if (planned.length > 0) return [...(yield* applyPlan(chart, planned)), demoLabel].join('\n\n');
  if (isProductionRequest(text)) return [yield* attempt(proposeProductionPlan(chart)), demoLabel].join('\n\n');
  const { tasks, leftOut } = parseRequest(text);
  const remarks = leftOut.map((clause) => `I left out “${clause}”: that is more than the demo model understands.`);
  if (tasks.length === 0) return [...remarks, abilities, demoLabel].join('\n\n');

  const outcomes = yield* attemptAll(tasks, chart);
  return [...outcomes, ...remarks, ...reviewAdvice(chart), demoLabel].join('\n\n');
}

/** Completed tasks are replayed, so that a process that takes over continues at the same step. */
function* applyPlan(chart: DemoChart, planned: readonly string[]): DemoSteps<readonly string[]> {
  const { root } = yield* chart.listing();
  const paths = planned.map((path) => (root === '' ? path : path.slice(root.length + 1)));
  const outcomes = yield* attemptAll(toPlanTasks(paths), chart);
  if (outcomes.length === 0) return ['This plan is not one that the demo model can carry out.'];
  return [...outcomes, ...reviewAdvice(chart)];
}

function reviewAdvice(chart: DemoChart): readonly string[] {
  return chart.hasEdits() ? ['Review the pending changes and accept what you want to keep.'] : [];
}

function* attemptAll(tasks: readonly DemoTask[], chart: DemoChart): DemoSteps<readonly string[]> {
  const outcomes: string[] = [];
  for (const task of tasks) outcomes.push(yield* attempt(task(chart)));
  return outcomes;
}
