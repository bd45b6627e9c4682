import { z } from 'zod';
import { changeInput, resourceVersionInput, toTarget } from './change/change-input.ts';
import { defineChangeTool } from './change/define-change-tool.ts';

export const kubectlDelete = defineChangeTool({
  name: 'kubectl_delete',
  description:
    'Deletes one object of the cluster and what it owns. It cannot be undone, and a person is asked every time. A pod of a workload is ' +
    'recreated by its controller.',
  effect: 'destructive',
  input: z.object({
    ...changeInput,
    resourceVersion: resourceVersionInput,
  }),
  toChanges: async (call) => [{ verb: 'delete', target: toTarget(call) }],
});
