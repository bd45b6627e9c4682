import { z } from 'zod';
import { clusterInput } from './answer/cluster-input.ts';
import { defineChangeTool } from './change/define-change-tool.ts';
import { inNamespace } from './dry-run/try-apply.ts';

export const kubectlApply = defineChangeTool({
  name: 'kubectl_apply',
  description:
    'Applies manifests to the cluster by server-side apply with strict checking of fields, in their order; the first that is refused ' +
    'is the last. A person is asked first, with the difference that it makes. Name only the fields that you want to set: fields that ' +
    'another manager owns are refused, and are changed with a patch.',
  effect: 'write',
  timeoutMs: 120_000,
  maxResultChars: 40_000,
  input: z.object({
    manifest: z.string().min(1).max(200_000).describe('One or several objects as YAML or JSON.'),
    namespace: clusterInput.namespace.describe('Namespace of objects that name none; "default" when left out.'),
    context: clusterInput.context,
  }),
  toChanges: async ({ manifest, namespace = 'default' }, read) =>
    (await read.manifests(manifest)).map((object) => ({ verb: 'apply', object: inNamespace(object, namespace) })),
});
