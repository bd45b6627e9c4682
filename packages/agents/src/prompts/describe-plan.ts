import type { Plan, PlanAction } from '@shipmate/domain';

/** Stands above a plan in a system prompt. */
export const planHeading = '## The Plan To Carry Out';

/** Tells a model of the plan that it is to carry out now. */
export function describePlan({ summary, actions }: Pick<Plan, 'summary' | 'actions'>): string {
  return [
    'The person agreed to this plan. Carry out every action that is not done, and nothing else; do not propose another plan. ' +
      'If an action cannot be carried out, go on and say so at the end.',
    summary,
    ...actions.map(describeAction),
  ].join('\n');
}

/** An action in a prompt. */
const actionLine = /^- \[([ x])\] (create|modify|delete|rename) (".+?[^\\]")/gm;

/** What {@link describePlan} told of each action. */
export function readPlanActions(prompt: string): readonly Pick<PlanAction, 'path' | 'isDone'>[] {
  const start = prompt.indexOf(planHeading);
  if (start === -1) return [];
  return [...prompt.slice(start).matchAll(actionLine)].map(([, mark, , path = '""']) => ({
    path: String(JSON.parse(path)),
    isDone: mark === 'x',
  }));
}

function describeAction({ action, path, newPath, why, isDone }: PlanAction): string {
  const to = newPath === null ? '' : ` to ${JSON.stringify(newPath)}`;
  return `- [${isDone ? 'x' : ' '}] ${action} ${JSON.stringify(path)}${to}: ${why.replaceAll('\n', ' ')}${isDone ? ' (done)' : ''}`;
}
