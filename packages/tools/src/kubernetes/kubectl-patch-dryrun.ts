import { AppError, defineTool, type ToolContext } from '@shipmate/core';
import { namespaceOf } from '@shipmate/domain/cluster';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { pageText } from './answer/page-text.ts';
import { patchTypes } from './api/cluster-dry-runner.ts';
import type { KubernetesDryRunPort, KubernetesPort } from './api/kubernetes-port.ts';
import { compareObjects } from './dry-run/describe-change.ts';
import { resolveNamed } from './get/target.ts';
import { findObject } from './get/find-object.ts';

export const kubectlPatchDryrun = defineTool({
  name: 'kubectl_patch_dryrun',
  description:
    'Tries a patch of one object on the cluster without storing anything, and shows the difference that it would make. type ' +
    '"strategic" (the default) merges lists such as containers by name; custom resources take "merge", which replaces lists whole, ' +
    'or "json" (RFC 6902). Use it before you propose a patch.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: z.object({
    resource: z.string().trim().min(1).max(400).describe('The object, as kind/name.'),
    namespace: clusterInput.namespace.describe(
      'Its namespace; may be left out when only one has an object of that name.',
    ),
    patch: z.string().min(1).max(100_000).describe('The patch, as YAML or JSON.'),
    type: z.enum(patchTypes).default('strategic'),
    context: clusterInput.context,
    cursor: clusterInput.cursor,
    maxTokens: clusterInput.maxTokens,
  }),
  output: clusterAnswerSchema,
  async execute(
    input,
    { ports, principal, signal }: ToolContext<{ kubernetes: KubernetesPort & KubernetesDryRunPort }>,
  ) {
    const { patch, type, context, cursor, maxTokens } = input;
    const reader = await ports.kubernetes.reader({ context, principal });
    const runner = await ports.kubernetes.dryRunner({ context, principal });
    const target = await resolveNamed(input, reader, signal);
    const { resource, name } = target;
    const before = await findObject(target, reader, signal);
    const namespace = namespaceOf(before);
    const after = await runner.patch(resource, { namespace, name, type, patch: readPatch(patch) }, signal);
    const { change, text } = compareObjects(before, after);
    return {
      context: reader.context,
      summary: `Dry run, nothing was stored. ${resource.kind} "${name}" would be ${change}.`,
      ...pageText({
        text,
        question: ['patch', resource.plural, namespace, name, type, patch],
        cursor,
        maxTokens: roomFor(maxTokens),
        narrow: 'Try a smaller patch.',
      }),
    };
  },
  toModel: toModelText,
});

function readPatch(text: string): unknown {
  const document = parseDocument(text, { version: '1.1', logLevel: 'silent' });
  const [error] = document.errors;
  if (!error) return document.toJS({ maxAliasCount: 50 });
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `patch is neither YAML nor JSON: ${error.message}`,
    details: { field: 'patch' },
  });
}
