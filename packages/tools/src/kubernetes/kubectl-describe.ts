import { type Clock, defineTool, systemClock, type ToolContext } from '@shipmate/core';
import { namespaceOf } from '@shipmate/domain/cluster/object';
import { z } from 'zod';
import type { ComputePort } from '../compute/compute-port.ts';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { pageText } from './answer/page-text.ts';
import type { KubernetesPort } from './api/kubernetes-port.ts';
import type { DeclarationSearch } from './describe/declarations.ts';
import { describeObject } from './describe/describe-object.ts';
import { findObject } from './get/find-object.ts';
import { resolveNamed } from './get/target.ts';

/** Ports of {@link kubectlDescribe}. */
export interface DescribePorts {
  readonly kubernetes: KubernetesPort;
  readonly compute: ComputePort;
  readonly clock?: Clock;
  /** Undefined in a process without code maps: files that declare an object are not named then. */
  readonly codeMaps?: DeclarationSearch['codeMaps'];
}

export const kubectlDescribe = defineTool({
  name: 'kubectl_describe',
  description:
    'Explains one object of any kind: its state and bad conditions, owners, source files, references that do not exist, pods, endpoints, events ' +
    'and manifest. Use it to find out why something does not work: it replaces several calls.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      resource: z.string().trim().min(1).max(400).describe('kind/name, such as "svc/web".'),
      namespace: clusterInput.namespace.describe('Optional when only one has an object of that name.'),
      context: clusterInput.context,
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<DescribePorts>) {
    const { context, cursor, maxTokens } = input;
    const now = (ports.clock ?? systemClock).now();
    const reader = await ports.kubernetes.reader({ context, principal });
    const target = await resolveNamed(input, reader, signal);
    const { resource, name } = target;
    const object = await findObject(target, reader, signal);
    const caller = { principal, signal };
    const essentials = await ports.compute.run('renderEssentialsText', [JSON.stringify(object)], caller);
    const namespace = namespaceOf(object);
    const declarations = { codeMaps: ports.codeMaps, principal };
    return {
      context: reader.context,
      summary: `${resource.kind} "${name}"${namespace === undefined ? '' : ` in namespace "${namespace}"`}.`,
      ...pageText({
        text: await describeObject(object, reader, { signal, now, essentials, declarations }),
        question: ['describe', resource.plural, resource.group, namespace, name],
        cursor,
        maxTokens: roomFor(maxTokens),
        narrow: 'kubectl_get with columns shows single fields.',
      }),
    };
  },
  toModel: toModelText,
});
