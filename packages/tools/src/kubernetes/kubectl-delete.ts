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

export const kubectlDelete = defineTool({
  name: 'kubectl_delete',
  description:
    'Deletes one object of the cluster and what it owns. It cannot be undone, and a person is asked every time. A pod of a workload is ' +
    'made anew by its controller.',
  effect: 'destructive',
  openWorld: true,
  timeoutMs: 60_000,
  input,
  output: clusterAnswerSchema,
  execute: async (call, context: ToolContext<WritePorts>) => carryOut(toChanges(call), call, context),
  preview: (call, context) => previewOf(toChanges(call), call, context),
  toModel: toModelText,
});

function toChanges(call: z.output<typeof input>): readonly ClusterChange[] {
  return [{ verb: 'delete', target: toTarget(call) }];
}
