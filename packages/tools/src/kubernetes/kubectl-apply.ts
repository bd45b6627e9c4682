import { defineTool, type ToolContext } from '@shipmate/core';
import type { ClusterChange } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput } from './answer/cluster-input.ts';
import { carryOut, previewOf, type WritePorts } from './change/carry-out.ts';
import { readManifests } from './dry-run/read-manifests.ts';
import { inNamespace } from './dry-run/try-apply.ts';

const input = z.object({
  manifest: z.string().min(1).max(200_000).describe('One or several objects as YAML or JSON.'),
  namespace: clusterInput.namespace.describe('Namespace of objects that name none; "default" when left out.'),
  context: clusterInput.context,
});

export const kubectlApply = defineTool({
  name: 'kubectl_apply',
  description:
    'Applies manifests to the cluster by server-side apply with strict checking of fields, in their order; the first that is refused ' +
    'is the last. A person is asked first, with the difference that it makes. Name only the fields that you want to set: fields that ' +
    'another manager owns are refused, and are changed with a patch.',
  effect: 'write',
  openWorld: true,
  timeoutMs: 120_000,
  maxResultChars: 40_000,
  input,
  output: clusterAnswerSchema,
  execute: async (call, context: ToolContext<WritePorts>) => carryOut(toChanges(call), call, context),
  preview: (call, context) => previewOf(toChanges(call), call, context),
  toModel: toModelText,
});

function toChanges({ manifest, namespace = 'default' }: z.output<typeof input>): readonly ClusterChange[] {
  return readManifests(manifest).map((object) => ({ verb: 'apply', object: inNamespace(object, namespace) }));
}
