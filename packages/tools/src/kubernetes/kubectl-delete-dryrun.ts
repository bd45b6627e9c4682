import { defineTool, systemClock, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { DryRunPorts } from './change/dry-run-ports.ts';
import { clusterAnswerSchema, toModelText } from './answer/cluster-answer.ts';
import { changeInput, toTarget } from './change/change-input.ts';
import { previewChange } from './change/preview-change.ts';

export const kubectlDeleteDryrun = defineTool({
  name: 'kubectl_delete_dryrun',
  description:
    'Dry-runs the deletion of one object and names its dependants, the controller that would recreate it and the finalizers that would ' +
    'block it. Use it before you propose a deletion.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 60_000,
  input: () => z.object(changeInput),
  output: clusterAnswerSchema,
  async execute(input, { ports, principal, signal }: ToolContext<DryRunPorts>) {
    const target = { context: input.context, principal };
    const { kubernetes, compute } = ports;
    const reader = await kubernetes.reader(target);
    const runner = await kubernetes.dryRunner(target);
    const trial = { reader, runner, now: systemClock.now(), compute, principal, signal };
    const { resource, name, text } = await previewChange({ verb: 'delete', target: toTarget(input) }, trial);
    return {
      context: reader.context,
      summary: `Dry run, nothing was deleted. ${resource.kind} "${name}" could be deleted.`,
      data: text,
    };
  },
  toModel: toModelText,
});
