import { defineTool, type ToolContext } from '@shipmate/core';
import type { ClusterChange } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { carryOut, previewOf, type WritePorts } from './change/carry-out.ts';
import { changeInput, resourceVersionInput, toTarget } from './change/change-input.ts';

const input = z.object({
  ...changeInput,
  resourceVersion: resourceVersionInput,
});

export const kubectlRolloutRestart = defineTool({
  name: 'kubectl_rollout_restart',
  description:
    'Replaces the pods of a Deployment, StatefulSet or DaemonSet one after the other, as "kubectl rollout restart" does. A person is ' +
    'asked first. It mends what a fresh start mends, such as a changed ConfigMap that pods read at their start, and nothing else.',
  effect: 'write',
  openWorld: true,
  timeoutMs: 60_000,
  input,
  output: clusterAnswerSchema,
  execute: async (call, context: ToolContext<WritePorts>) => carryOut(toChanges(call), call, context),
  preview: (call, context) => previewOf(toChanges(call), call, context),
  toModel: toModelText,
});

function toChanges(call: z.output<typeof input>): readonly ClusterChange[] {
  return [{ verb: 'restart', target: toTarget(call) }];
}
