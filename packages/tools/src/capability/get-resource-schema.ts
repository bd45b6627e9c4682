import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { describeKind, findKindSchema } from '@shipmate/domain/capability';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from '../kubernetes/answer/cluster-answer.ts';
import { clusterInput, roomFor } from '../kubernetes/answer/cluster-input.ts';
import { pageText } from '../kubernetes/answer/page-text.ts';
import { type ApiResource, apiVersionOf } from '../kubernetes/api/api-resource.ts';
import type { ClusterReader } from '../kubernetes/api/cluster-reader.ts';
import type { KubernetesPort } from '../kubernetes/api/kubernetes-port.ts';
import { chooseKinds } from './schema/choose-kind.ts';
import { renderSchema } from './schema/render-schema.ts';
import { parseSchemaPath, schemaAt } from './schema/schema-path.ts';

export const getResourceSchema = defineTool({
  name: 'get_resource_schema',
  description:
    'Shows which fields a kind of object has, as this cluster defines it: types, what is required, choices, defaults and what they ' +
    'are for. Begin without path: that shows the spec to depth 2, deeper fields by name in braces. Then go on with path, for example ' +
    '"spec.template.spec.containers" (lists and maps need no brackets), rather than with more depth. kind is "Certificate", ' +
    '"deployments" or "hpa"; give apiVersion where several groups have a kind of that name.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: z.object({
    kind: z.string().trim().min(1).max(253).describe('Kind, plural or short name.'),
    apiVersion: z.string().trim().min(1).max(253).optional().describe('Such as "apps/v1".'),
    path: z.string().trim().max(500).default('').describe('Field to look into; the spec when left out.'),
    depth: z.number().int().min(1).max(8).default(2).describe('Levels of fields to show.'),
    context: clusterInput.context,
    cursor: clusterInput.cursor,
    maxTokens: clusterInput.maxTokens,
  }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort }>) {
    const { kind, apiVersion, path, depth, context, cursor } = input;
    const reader = await ports.kubernetes.reader({ context, principal });
    // Throws for a kind that the cluster does not serve, even after a refresh.
    await reader.resolve(kind, signal);
    const [resource, ...others] = chooseKinds(await reader.catalog(signal), { kind, apiVersion });
    if (resource === undefined || others.length > 0) {
      return { context: reader.context, ...(await listChoices([resource, ...others], reader, signal)) };
    }
    const { schema, schemas } = await readKind(resource, reader, signal);
    const inSpec = path === '' && schema['properties'] !== undefined && 'spec' in Object(schema['properties']);
    const steps = inSpec ? ['spec'] : parseSchemaPath(path);
    const name = steps.join('.') || resource.kind;
    const version = apiVersionOf(resource);
    return {
      context: reader.context,
      summary: `${resource.kind} (${version}).`,
      ...pageText({
        text: [
          ...(inSpec ? [describeKind(schema) || 'It has no description.'] : []),
          renderSchema(name, schemaAt(schema, steps, schemas), { schemas, depth }),
        ].join('\n'),
        question: ['get_resource_schema', version, resource.kind, name, depth],
        cursor,
        maxTokens: roomFor(input.maxTokens),
        narrow: 'Narrow with path, or show less with depth.',
      }),
    };
  },
  toModel: (answer) => toModelText(answer, 'schema'),
});

async function readKind(resource: ApiResource, reader: ClusterReader, signal: AbortSignal) {
  const schemas = await reader.schemas(apiVersionOf(resource), signal);
  const schema = findKindSchema(schemas, resource);
  if (schema) return { schema, schemas };
  throw new AppError({
    code: 'NOT_FOUND',
    message: `The cluster publishes no schema of ${resource.kind} (${apiVersionOf(resource)}). Look at an object of it with kubectl_get.`,
  });
}

async function listChoices(kinds: readonly (ApiResource | undefined)[], reader: ClusterReader, signal: AbortSignal) {
  const choices = kinds.filter((each) => each !== undefined);
  const lines = await Promise.all(
    choices.map(async (resource) => {
      const { schema } = await readKind(resource, reader, signal);
      return `- ${resource.kind}, apiVersion ${apiVersionOf(resource)}: ${describeKind(schema) || 'no description'}`;
    }),
  );
  return {
    summary: `${choices.length} groups have a kind of this name. Call again with the apiVersion of the one that is meant.`,
    data: lines.join('\n'),
  };
}
