import { kubectlApply } from './kubectl-apply.ts';
import { kubectlDelete } from './kubectl-delete.ts';
import { kubectlPatch } from './kubectl-patch.ts';
import { kubectlRolloutRestart } from './kubectl-rollout-restart.ts';
import { kubectlScale } from './kubectl-scale.ts';

/** Tools that change a cluster. */
export const KUBECTL_WRITE_TOOLS = [
  kubectlApply,
  kubectlPatch,
  kubectlScale,
  kubectlRolloutRestart,
  kubectlDelete,
] as const;
