import { findProblems } from './find-problems.ts';
import { kubectlApplyDryrun } from './kubectl-apply-dryrun.ts';
import { kubectlContexts } from './kubectl-contexts.ts';
import { kubectlDeleteDryrun } from './kubectl-delete-dryrun.ts';
import { kubectlDescribe } from './kubectl-describe.ts';
import { kubectlEvents } from './kubectl-events.ts';
import { kubectlGet } from './kubectl-get.ts';
import { kubectlLogs } from './kubectl-logs.ts';
import { kubectlPatchDryrun } from './kubectl-patch-dryrun.ts';
import { kubectlRolloutHistory } from './kubectl-rollout-history.ts';
import { kubectlTop } from './kubectl-top.ts';

/** Tools that read a cluster or send dry runs. None of them can change it. */
export const KUBECTL_TOOLS = [
  findProblems,
  kubectlContexts,
  kubectlGet,
  kubectlDescribe,
  kubectlLogs,
  kubectlEvents,
  kubectlTop,
  kubectlRolloutHistory,
  kubectlApplyDryrun,
  kubectlPatchDryrun,
  kubectlDeleteDryrun,
] as const;
