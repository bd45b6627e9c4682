import type { RunSummary } from '@shipmate/protocol/web/runs';

/** Labels of the run states. */
export const statusWords: Readonly<Record<RunSummary['status'], string>> = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting for approval',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const originWords: Readonly<Record<Exclude<RunSummary['origin'], 'chat'>, string>> = {
  agent_chat: 'Agent Chat API',
  job: 'Job',
  schedule: 'Schedule',
};

/** Returns true while a run has not ended. */
export function isActive({ endedAt }: Pick<RunSummary, 'endedAt'>): boolean {
  return endedAt === null;
}

type TitledRun = Pick<RunSummary, 'kind' | 'conversationTitle' | 'remediation' | 'rule'>;

/** Returns the title of a run in lists. */
export function toRunTitle({ kind, conversationTitle, remediation, rule }: TitledRun): string {
  if (kind === 'rule_execution') return rule?.name ?? 'Deleted rule';
  if (kind === 'code_index') return 'Code index';
  return remediation?.issue ?? conversationTitle ?? 'New conversation';
}

type PlacedRun = Pick<RunSummary, 'kind' | 'workspaceName' | 'origin'>;

/** Describes the origin of a run: its workspace, or its trigger. A chat run without a workspace is about clusters. */
export function describeRunOrigin({ kind, workspaceName, origin }: PlacedRun): string {
  if (kind === 'remediation') return 'Remediation';
  if (kind === 'rule_execution') return 'Rule execution';
  if (kind === 'code_index') return 'Repository';
  if (origin === 'chat') return workspaceName ?? 'Cluster';
  return [workspaceName, originWords[origin]].filter((word) => word !== null).join(' · ');
}

/** Formats a duration in its two largest units: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function describeDuration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(ms < 995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
