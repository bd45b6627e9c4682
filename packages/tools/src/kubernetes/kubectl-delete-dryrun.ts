import { defineTool, type ToolContext } from '@shipmate/core';
import { kindOf, type KubeObject, nameOf, namespaceOf, ownerOf, textsAt } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput } from './answer/cluster-input.ts';
import type { KubernetesDryRunPort, KubernetesPort } from './api/kubernetes-port.ts';
import { findRelatedPods } from './describe/related-pods.ts';
import { findObject } from './get/find-object.ts';
import { resolveNamed } from './get/target.ts';

/** Kinds whose pods go with them. */
const podOwners: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job']);
const maxNames = 20;

export const kubectlDeleteDryrun = defineTool({
  name: 'kubectl_delete_dryrun',
  description:
    'Asks the cluster whether one object could be deleted, without deleting it, and says what would go with it, what would bring it ' +
    'back and what would hold it. Use it before you propose a deletion.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  input: z.object({
    resource: z.string().trim().min(1).max(400).describe('The object, as kind/name.'),
    namespace: clusterInput.namespace.describe(
      'Its namespace; may be left out when only one has an object of that name.',
    ),
    context: clusterInput.context,
  }),
  output: clusterAnswerSchema,
  async execute(
    input,
    { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort & KubernetesDryRunPort }>,
  ) {
    const target = { context: input.context, principal };
    const reader = await ports.kubernetes.reader(target);
    const runner = await ports.kubernetes.dryRunner(target);
    const named = await resolveNamed(input, reader, signal);
    const { resource, name } = named;
    const object = await findObject(named, reader, signal);
    await runner.delete(resource, { namespace: namespaceOf(object), name }, signal);
    const pods = podOwners.has(kindOf(object)) ? await findRelatedPods(object, reader, signal) : [];
    return {
      context: reader.context,
      summary: `Dry run, nothing was deleted. ${resource.kind} "${name}" could be deleted.`,
      data: describeConsequences(object, pods ?? []).join('\n'),
    };
  },
  toModel: toModelText,
});

function describeConsequences(object: KubeObject, pods: readonly KubeObject[]): readonly string[] {
  const owner = ownerOf(object);
  const finalizers = textsAt(object, 'metadata', 'finalizers');
  const more = pods.length > maxNames ? ` and ${pods.length - maxNames} more` : '';
  return [
    ...(pods.length === 0
      ? []
      : [`With it go ${pods.length} pods: ${pods.slice(0, maxNames).map(nameOf).join(', ')}${more}`]),
    ...(kindOf(object) === 'Namespace' ? ['With it goes EVERYTHING in the namespace'] : []),
    ...(owner === undefined ? [] : [`${owner.kind}/${owner.name} controls it and would make a new one`]),
    ...(finalizers.length === 0 ? [] : [`It stays until these are done with it: ${finalizers.join(', ')}`]),
  ];
}
