import { z } from 'zod';
import { changeInput, resourceVersionInput, toTarget } from './change/change-input.ts';
import { defineChangeTool } from './change/define-change-tool.ts';

export const kubectlRolloutRestart = defineChangeTool({
  name: 'kubectl_rollout_restart',
  description:
    'Replaces the pods of a Deployment, StatefulSet or DaemonSet one after the other, as "kubectl rollout restart" does. A person is ' +
    'asked first. It fixes only what a new start fixes, such as a changed ConfigMap that pods read at their start.',
  effect: 'write',
  input: z.object({
    ...changeInput,
    resourceVersion: resourceVersionInput,
  }),
  toChanges: async (call) => [{ verb: 'restart', target: toTarget(call) }],
});
