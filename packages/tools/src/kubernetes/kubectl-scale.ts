import { z } from 'zod';
import { changeInput, resourceVersionInput, toTarget } from './change/change-input.ts';
import { defineChangeTool } from './change/define-change-tool.ts';

export const kubectlScale = defineChangeTool({
  name: 'kubectl_scale',
  description:
    'Sets how many replicas a Deployment, StatefulSet or ReplicaSet has. A person is asked first. An autoscaler that is in charge ' +
    'of it would set them back.',
  effect: 'write',
  input: z.object({
    ...changeInput,
    replicas: z.number().int().min(0).max(10_000),
    resourceVersion: resourceVersionInput,
  }),
  toChanges: async (call) => [{ verb: 'scale', target: toTarget(call), replicas: call.replicas }],
});
