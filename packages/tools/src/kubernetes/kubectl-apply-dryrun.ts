import { defineTool, systemClock, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { DryRunPorts } from './change/dry-run-ports.ts';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { pageText } from './answer/page-text.ts';
import { inNamespace, tryApply } from './dry-run/try-apply.ts';

export const kubectlApplyDryrun = defineTool({
  name: 'kubectl_apply_dryrun',
  description:
    'Dry-runs manifests (server-side apply with strict fields) and shows for each object whether it would be created, changed or ' +
    'refused, with the difference or the reason. Use it before you propose a manifest.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      manifest: z.string().min(1).max(200_000).describe('Objects as YAML or JSON.'),
      namespace: clusterInput.namespace.describe('For objects that name none; "default" when left out.'),
      context: clusterInput.context,
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<DryRunPorts>) {
    const { manifest, namespace = 'default', context, cursor, maxTokens } = input;
    const { kubernetes, compute } = ports;
    const objects = await compute.run('readManifests', [manifest], { principal, signal });
    const target = { context, principal };
    const reader = await kubernetes.reader(target);
    const trial = {
      reader,
      runner: await kubernetes.dryRunner(target),
      now: systemClock.now(),
      compute,
      principal,
      signal,
    };
    const outcomes = await Promise.all(objects.map((object) => tryApply(inNamespace(object, namespace), trial)));
    const counts = (['created', 'changed', 'unchanged', 'refused'] as const).map(
      (effect) => `${outcomes.filter((outcome) => outcome.effect === effect).length} ${effect}`,
    );
    return {
      context: reader.context,
      summary: `Dry run, nothing was stored. It would be: ${counts.join(', ')}.`,
      ...pageText({
        text: outcomes.map(({ text }) => text).join('\n'),
        question: ['apply', manifest, namespace],
        cursor,
        maxTokens: roomFor(maxTokens),
        narrow: 'Try fewer objects at once.',
      }),
    };
  },
  toModel: toModelText,
});
