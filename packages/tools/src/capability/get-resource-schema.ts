import { defineTool, type Principal, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { ComputePort } from '../compute/compute-port.ts';
import { clusterAnswerSchema, toModelText } from '../kubernetes/answer/cluster-answer.ts';
import { clusterInput, roomFor } from '../kubernetes/answer/cluster-input.ts';
import { pageText } from '../kubernetes/answer/page-text.ts';
import { type ApiResource, apiVersionOf } from '../kubernetes/api/api-resource.ts';
import type { ClusterReader } from '../kubernetes/api/cluster-reader.ts';
import type { KubernetesPort } from '../kubernetes/api/kubernetes-port.ts';
import { chooseKinds } from './schema/choose-kind.ts';

export const getResourceSchema = defineTool({
  name: 'get_resource_schema',
  description:
    'Shows the fields of a kind as this cluster defines them: types, required fields, choices, defaults and purposes. Begin without ' +
    'path: that shows the spec to depth 2, deeper fields by name in braces. Continue with path, such as ' +
    '"spec.template.spec.containers" (lists and maps need no brackets), rather than with more depth. Give apiVersion where several ' +
    'groups have a kind of that name.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      kind: z.string().trim().min(1).max(253).describe('Kind, plural or short name.'),
      apiVersion: z.string().trim().min(1).max(253).optional().describe('Such as "apps/v1".'),
      path: z.string().trim().max(500).default('').describe('Field to look into; the spec when left out.'),
      depth: z.number().int().min(1).max(8).default(2).describe('Levels of fields to show.'),
      context: clusterInput.context,
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(
    input,
    { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort; compute: ComputePort }>,
  ) {
    const { kind, apiVersion, path, depth, context, cursor } = input;
    const reader = await ports.kubernetes.reader({ context, principal });
    // Throws for a kind that the cluster does not serve, even after a refresh.
    await reader.resolve(kind, signal);
    const [resource, ...others] = chooseKinds(await reader.catalog(signal), { kind, apiVersion });
    if (resource === undefined || others.length > 0) {
      return {
        context: reader.context,
        ...(await listChoices([resource, ...others], { reader, compute: ports.compute, principal, signal })),
      };
    }
    const version = apiVersionOf(resource);
    const schemas = await reader.schemaText(version, signal);
    const { name, text } = await ports.compute.run('renderSchemaText', [schemas, resource, { path, depth }], {
      principal,
      signal,
    });
    return {
      context: reader.context,
      summary: `${resource.kind} (${version}).`,
      ...pageText({
        text,
        question: ['get_resource_schema', version, resource.kind, name, depth],
        cursor,
        maxTokens: roomFor(input.maxTokens),
        narrow: 'Narrow with path, or show less with depth.',
      }),
    };
  },
  toModel: (answer) => toModelText(answer, 'schema'),
});

interface Source {
  readonly reader: ClusterReader;
  readonly compute: ComputePort;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

async function listChoices(kinds: readonly (ApiResource | undefined)[], { reader, compute, ...caller }: Source) {
  const choices = kinds.filter((each) => each !== undefined);
  const lines = await Promise.all(
    choices.map(async (resource) => {
      const version = apiVersionOf(resource);
      const schemas = await reader.schemaText(version, caller.signal);
      const description = await compute.run('describeSchemaText', [schemas, resource], caller);
      return `- ${resource.kind}, apiVersion ${version}: ${description || 'no description'}`;
    }),
  );
  return {
    summary: `${choices.length} groups have a kind of this name. Call again with the apiVersion of the one that is meant.`,
    data: lines.join('\n'),
  };
}
