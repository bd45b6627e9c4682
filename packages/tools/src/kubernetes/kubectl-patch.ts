import { patchTypes } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { changeInput, resourceVersionInput, toTarget } from './change/change-input.ts';
import { defineChangeTool } from './change/define-change-tool.ts';

export const kubectlPatch = defineChangeTool({
  name: 'kubectl_patch',
  description:
    'Patches one object of the cluster. type "strategic" (the default) merges lists such as containers by name; custom resources ' +
    'take "merge", which replaces lists whole, or "json" (RFC 6902). A person is asked first, with the difference that it makes. ' +
    'Prefer the smallest patch, and try it with a dry run before.',
  effect: 'write',
  input: z.object({
    ...changeInput,
    patch: z.string().min(1).max(100_000).describe('The patch, as YAML or JSON.'),
    type: z.enum(patchTypes).default('strategic'),
    resourceVersion: resourceVersionInput,
  }),
  toChanges: async (call, read) => [
    { verb: 'patch', target: toTarget(call), type: call.type, patch: await read.patch(call.patch) },
  ],
});
