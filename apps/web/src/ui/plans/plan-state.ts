import type { PlanView } from '@shipmate/protocol/web/plans';

/** Returns true while a plan can be decided. */
export function isOpen({ status }: Pick<PlanView, 'status'>): boolean {
  return status === 'proposed' || status === 'partly_applied';
}

/** Describes the state of a plan in a few words. */
export function describePlanState({ status, actions }: Pick<PlanView, 'status' | 'actions'>): string {
  const done = actions.filter(({ isDone }) => isDone).length;
  const progress = `${done} of ${actions.length}`;
  switch (status) {
    case 'proposed':
      return 'Waiting for approval';
    case 'applying':
      return `Applying, ${progress} done`;
    case 'partly_applied':
      return `Stopped, ${progress} done`;
    case 'applied':
      return 'Applied';
    case 'ignored':
      return 'Ignored';
    case 'superseded':
      return 'Replaced by a newer plan';
  }
}

/** Returns the draft of a message about a plan, followed by the existing draft. */
export function toChangeDraft({ summary }: Pick<PlanView, 'summary'>, draft: string): string {
  const short = summary.length > 60 ? `${summary.slice(0, 59).trimEnd()}…` : summary;
  return `Change the plan “${short}”: ${draft}`;
}
