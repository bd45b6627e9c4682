import { defineTool, type ToolContext } from '@shipmate/core';
import { type ClusterChange, patchTypes } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { carryOut, previewOf, type WritePorts } from './change/carry-out.ts';
import { changeInput, resourceVersionInput, toTarget } from './change/change-input.ts';
import { readPatch } from './change/read-patch.ts';

const input = z.object({
  ...changeInput,
  patch: z.string().min(1).max(100_000).describe('The patch, as YAML or JSON.'),
  type: z.enum(patchTypes).default('strategic'),
  resourceVersion: resourceVersionInput,
});

export const kubectlPatch = defineTool({
  name: 'kubectl_patch',
  description:
    'Patches one object of the cluster. type "strategic" (the default) merges lists such as containers by name; custom resources ' +
    'take "merge", which replaces lists whole, or "json" (RFC 6902). A person is asked first, with the difference that it makes. ' +
    'Prefer the smallest patch, and try it with a dry run before.',
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
  return [{ verb: 'patch', target: toTarget(call), type: call.type, patch: readPatch(call.patch) }];
}
