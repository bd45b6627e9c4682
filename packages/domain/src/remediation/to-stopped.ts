import type { ActionProgress, Remediation } from './remediation.ts';

/**
 * Returns the final state of a stopped remediation: completed actions stay in effect, the others are not
 * executed.
 */
export function toStopped({ plan, approval, progress }: Pick<Remediation, 'plan' | 'approval' | 'progress'>): {
  readonly status: 'stopped';
  readonly reason: string;
  readonly progress: readonly ActionProgress[];
} {
  const actions = approval === null ? [] : (plan?.actions ?? []);
  const outcomes = actions.map(
    ({ id }): ActionProgress =>
      progress.find((each) => each.id === id && each.status !== 'planned') ?? { id, status: 'not_run', error: null },
  );
  const done = outcomes.filter(({ status }) => status === 'done').map(({ id }) => id);
  return { status: 'stopped', reason: describeStop(done), progress: outcomes };
}

function describeStop(done: readonly string[]): string {
  if (done.length === 0) return 'It was stopped. Nothing was changed.';
  return `It was stopped after ${done.join(', ')} was executed. The effect was not verified.`;
}
