import { defineTool, systemClock, type ToolContext } from '@shipmate/core';
import { patchTypes } from '@shipmate/domain/cluster';
import { z } from 'zod';
import type { DryRunPorts } from './change/dry-run-ports.ts';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { clusterInput, roomFor } from './answer/cluster-input.ts';
import { pageText } from './answer/page-text.ts';
import { changeInput, toTarget } from './change/change-input.ts';
import { previewChange } from './change/preview-change.ts';

export const kubectlPatchDryrun = defineTool({
  name: 'kubectl_patch_dryrun',
  description:
    'Dry-runs a patch of one object and shows the difference. type "strategic" (the default) merges lists such as containers by name; ' +
    'custom resources take "merge", which replaces lists whole, or "json" (RFC 6902). Use it before you propose a patch.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  maxResultChars: 80_000,
  input: () =>
    z.object({
      ...changeInput,
      patch: z.string().min(1).max(100_000).describe('YAML or JSON.'),
      type: z.enum(patchTypes).default('strategic'),
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<DryRunPorts>) {
    const { patch, type, context, cursor, maxTokens } = input;
    const { kubernetes, compute } = ports;
    const body = await compute.run('readPatch', [patch], { principal, signal });
    const reader = await kubernetes.reader({ context, principal });
    const runner = await kubernetes.dryRunner({ context, principal });
    const change = { verb: 'patch', target: toTarget(input), type, patch: body } as const;
    const trial = { reader, runner, now: systemClock.now(), compute, principal, signal };
    const { effect, text, resource, namespace, name } = await previewChange(change, trial);
    return {
      context: reader.context,
      summary: `Dry run, nothing was stored. ${resource.kind} "${name}" would be ${effect}.`,
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
