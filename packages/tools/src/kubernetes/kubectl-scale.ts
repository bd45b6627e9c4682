import { defineTool, type ToolContext } from '@shipmate/core';
import type { ClusterChange } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { carryOut, previewOf, type WritePorts } from './change/carry-out.ts';
import { changeInput, resourceVersionInput, toTarget } from './change/change-input.ts';

const input = z.object({
  ...changeInput,
  replicas: z.number().int().min(0).max(10_000),
  resourceVersion: resourceVersionInput,
});

export const kubectlScale = defineTool({
  name: 'kubectl_scale',
  description:
    'Sets how many replicas a Deployment, StatefulSet or ReplicaSet has. A person is asked first. An autoscaler that is in charge ' +
    'of it would set them back.',
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
  return [{ verb: 'scale', target: toTarget(call), replicas: call.replicas }];
}
