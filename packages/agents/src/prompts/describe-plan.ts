import { fenceText, readFences } from '@shipmate/core';
import type { Plan, PlanAction } from '@shipmate/domain/plan';

/** Heading of the plan in a system prompt. */
export const planHeading = '## The Plan To Carry Out';

/** Describes the plan that a model executes now. */
export function describePlan({ summary, actions }: Pick<Plan, 'summary' | 'actions'>): string {
  return [
    'The person agreed to this plan. Carry out every action that is not done, and nothing else; do not propose another plan. ' +
      'If an action cannot be carried out, go on and say so at the end.',
    fenceText([summary, ...actions.map(describeAction)].join('\n'), { source: 'plan' }),
  ].join('\n');
}

const actionLine = /^- \[[ x]\] (?:create|modify|delete|rename) ("(?:[^"\\]|\\.)+")/gm;

/**
 * Parses the paths of the actions in a prompt by {@link describePlan}, done or not; empty when the prompt contains no
 * plan.
 */
export function readPlanPaths(prompt: string): readonly string[] {
  const start = prompt.indexOf(planHeading);
  if (start === -1) return [];
  const plan = readFences(prompt.slice(start)).fenced.find(({ source }) => source === 'plan')?.text ?? '';
  return [...plan.matchAll(actionLine)].map(([, path = '""']) => String(JSON.parse(path)));
}

function describeAction({ action, path, newPath, why, isDone }: PlanAction): string {
  const to = newPath === null ? '' : ` to ${JSON.stringify(newPath)}`;
  return `- [${isDone ? 'x' : ' '}] ${action} ${JSON.stringify(path)}${to}: ${why.replaceAll('\n', ' ')}${isDone ? ' (done)' : ''}`;
}
