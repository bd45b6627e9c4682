import type { DemoChart } from './demo-chart.ts';
import type { DemoTask } from './demo-intent.ts';
import type { DemoSteps } from './demo-steps.ts';
import { addAutoscaler } from './intents/add-autoscaler.ts';
import { addDisruptionBudget } from './intents/add-disruption-budget.ts';
import type { DemoAction } from './demo-action.ts';
import { findTemplate } from './intents/chart-templates.ts';

const autoscaler = 'templates/hpa.yaml';
const budget = 'templates/pdb.yaml';

/** «make this chart production ready». */
export function isProductionRequest(text: string): boolean {
  return /\bproduction[\s-]?(?:ready|readiness|grade)\b/i.test(text);
}

/** Proposes a plan of the changes that the demo knows for production readiness. */
export function* proposeProductionPlan(chart: DemoChart): DemoSteps<string> {
  const { paths } = yield* chart.listing();
  const actions = toActions(paths);
  if (actions.length === 0) return 'The chart scales and survives disruptions already; I know of nothing more to plan.';
  yield* chart.propose(
    'Make the chart fit for production: it scales with its load and stays up while nodes are drained.',
    actions,
  );
  return `I propose a plan for ${actions.length} files. Nothing is changed yet: proceed with it, ignore it, or say what should be different.`;
}

/** Returns the tasks for the files of a plan. */
export function toPlanTasks(paths: readonly string[]): readonly DemoTask[] {
  const tasks = [
    paths.includes(autoscaler) ? addAutoscaler('autoscaler') : undefined,
    paths.includes(budget) ? addDisruptionBudget('disruption budget') : undefined,
  ];
  return tasks.filter((task) => task !== undefined);
}

function toActions(paths: readonly string[]): readonly DemoAction[] {
  const deployment = findTemplate(paths, 'deployment');
  if (deployment === undefined) return [];
  const scales = findTemplate(paths, '(?:hpa|horizontalpodautoscaler|autoscaler)') !== undefined;
  const survives = findTemplate(paths, '(?:pdb|poddisruptionbudget)') !== undefined;
  const actions: readonly (DemoAction | false)[] = [
    !scales && { path: autoscaler, action: 'create', why: 'A HorizontalPodAutoscaler adds pods when the load grows.' },
    !scales && {
      path: deployment,
      action: 'modify',
      why: 'The Deployment leaves replicas out while the autoscaler is on, so that an upgrade does not undo it.',
    },
    !survives && {
      path: budget,
      action: 'create',
      why: 'A PodDisruptionBudget keeps pods running while nodes are drained.',
    },
    (!scales || !survives) && {
      path: 'values.yaml',
      action: 'modify',
      why: 'Both are set up here, with switches to turn them off.',
    },
  ];
  return actions.filter((action) => action !== false);
}
