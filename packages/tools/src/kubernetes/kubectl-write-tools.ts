import { patchTypes } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { clusterInput } from './answer/cluster-input.ts';
import { changeInput, resourceVersionInput, toTarget } from './change/change-input.ts';
import { defineChangeTool } from './change/define-change-tool.ts';
import { inNamespace } from './dry-run/try-apply.ts';

const kubectlApply = defineChangeTool({
  name: 'kubectl_apply',
  description:
    'Applies manifests to the cluster by server-side apply with strict checking of fields, in their order, until one is refused. A ' +
    'person approves the diff first. Name only the fields that you want to set: fields that another manager owns are refused, and ' +
    'are changed with a patch.',
  effect: 'write',
  timeoutMs: 120_000,
  maxResultChars: 40_000,
  input: () =>
    z.object({
      manifest: z.string().min(1).max(200_000).describe('One or several objects as YAML or JSON.'),
      namespace: clusterInput.namespace.describe('Namespace of objects that name none; "default" when left out.'),
      context: clusterInput.context,
    }),
  toChanges: async ({ manifest, namespace = 'default' }, read) =>
    (await read.manifests(manifest)).map((object) => ({ verb: 'apply', object: inNamespace(object, namespace) })),
});

const kubectlPatch = defineChangeTool({
  name: 'kubectl_patch',
  description:
    'Patches one object of the cluster. type "strategic" (the default) merges lists such as containers by name; custom resources ' +
    'take "merge", which replaces lists whole, or "json" (RFC 6902). A person approves the diff first. Prefer the smallest patch, ' +
    'and dry-run it before.',
  effect: 'write',
  input: () =>
    z.object({
      ...changeInput,
      patch: z.string().min(1).max(100_000).describe('The patch, as YAML or JSON.'),
      type: z.enum(patchTypes).default('strategic'),
      resourceVersion: resourceVersionInput,
    }),
  toChanges: async (call, read) => [
    { verb: 'patch', target: toTarget(call), type: call.type, patch: await read.patch(call.patch) },
  ],
});

const kubectlDelete = defineChangeTool({
  name: 'kubectl_delete',
  description:
    'Deletes one object of the cluster and what it owns. It cannot be undone, and a person approves each call. A pod of a workload ' +
    'is recreated by its controller.',
  effect: 'destructive',
  input: () =>
    z.object({
      ...changeInput,
      resourceVersion: resourceVersionInput,
    }),
  toChanges: async (call) => [{ verb: 'delete', target: toTarget(call) }],
});

const kubectlScale = defineChangeTool({
  name: 'kubectl_scale',
  description:
    'Sets the number of replicas of a Deployment, StatefulSet or ReplicaSet. A person approves it first. An autoscaler that ' +
    'targets the workload would reset the number.',
  effect: 'write',
  input: () =>
    z.object({
      ...changeInput,
      replicas: z.number().int().min(0).max(10_000),
      resourceVersion: resourceVersionInput,
    }),
  toChanges: async (call) => [{ verb: 'scale', target: toTarget(call), replicas: call.replicas }],
});

const kubectlRolloutRestart = defineChangeTool({
  name: 'kubectl_rollout_restart',
  description:
    'Replaces the pods of a Deployment, StatefulSet or DaemonSet one after the other, as "kubectl rollout restart" does. A person ' +
    'approves it first. It fixes only what a restart fixes, such as a changed ConfigMap that pods read at their start.',
  effect: 'write',
  input: () =>
    z.object({
      ...changeInput,
      resourceVersion: resourceVersionInput,
    }),
  toChanges: async (call) => [{ verb: 'restart', target: toTarget(call) }],
});

/** Tools that change a cluster. */
export const KUBECTL_WRITE_TOOLS = [
  kubectlApply,
  kubectlPatch,
  kubectlScale,
  kubectlRolloutRestart,
  kubectlDelete,
] as const;
