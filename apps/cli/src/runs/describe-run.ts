import type { RunSummary } from '@shipmate/protocol/web/runs';

/** States of runs as people read them, the same as on the page Runs. */
const states: Readonly<Record<string, string>> = {
  waiting: 'Waiting for approval',
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Returns the state of a run in one or two words. */
export function toRunState({ status, isStopping }: Pick<RunSummary, 'status' | 'isStopping'>): string {
  if (isStopping) return 'Stopping';
  return states[status] ?? status.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** Returns the subject of a run: the title of its conversation, its issue or its rule. */
export function toRunTitle({ conversationTitle, remediation, rule, kind }: RunSummary): string {
  return remediation?.issue ?? rule?.name ?? conversationTitle ?? kind.replaceAll('_', ' ');
}
