import { AppError, type Clock, systemClock, toAppError, type ToolContext } from '@shipmate/core';
import type { ClusterChange, KubeObject } from '@shipmate/domain/cluster';
import type { ComputePort } from '../../compute/compute-port.ts';
import type { ToolCaller } from '../../context/tool-caller.ts';
import type { ClusterAnswer } from '../answer/cluster-answer.ts';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from '../api/kubernetes-port.ts';
import { titleOf } from './describe-change.ts';
import { makeChange } from './make-change.ts';
import { type ChangePreview, previewChange, type Trial } from './preview-change.ts';
import { resolveChange } from './resolve-change.ts';

/** Ports of tools that change a cluster. */
export interface WritePorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort & KubernetesWritePort;
  readonly compute: ComputePort;
  readonly clock?: Clock;
}

/** A call of a tool that changes a cluster. */
export interface ChangeCall {
  readonly context?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Makes changes in order and returns their effects. Stops at the first failure. */
export async function carryOut(
  changes: readonly ClusterChange[],
  { context, resourceVersion }: ChangeCall,
  { ports, principal, signal }: ToolContext<WritePorts>,
): Promise<ClusterAnswer> {
  const { kubernetes, compute, clock = systemClock } = ports;
  const reader = await kubernetes.reader({ context, principal });
  const writer = await kubernetes.writer({ context, principal });
  const done: string[] = [];
  for (const change of changes) {
    try {
      const resolved = await resolveChange(change, { reader, signal });
      const after = await makeChange(writer, resolved, { resourceVersion, now: clock.now(), signal });
      done.push(await describe({ before: resolved.current, after }, compute, { principal, signal }));
    } catch (thrown) {
      throw done.length === 0 ? thrown : toPartialFailure(thrown, { done, total: changes.length });
    }
  }
  return { context: reader.context, summary: 'Done.', data: done.join('\n') };
}

async function describe(
  { before, after }: { readonly before: KubeObject | undefined; readonly after: KubeObject | undefined },
  compute: ComputePort,
  caller: ToolCaller,
): Promise<string> {
  if (after === undefined) return `# ${titleOf(before ?? {})}: was deleted`;
  return (await compute.run('compareObjects', [before, after, 'was'], caller)).text;
}

function toPartialFailure(
  thrown: unknown,
  { done, total }: { readonly done: readonly string[]; readonly total: number },
): AppError {
  const { code, message } = toAppError(thrown);
  return new AppError({
    code,
    message: `${message} This was object ${done.length + 1} of ${total}; those before it were changed, those after it were not.`,
    cause: thrown,
  });
}

/** Previews a call's changes for the person who approves it. */
export async function previewOf(
  changes: readonly ClusterChange[],
  { context }: ChangeCall,
  { ports, principal, signal }: ToolContext<WritePorts>,
): Promise<string> {
  const { kubernetes, compute, clock = systemClock } = ports;
  const [reader, runner] = [
    await kubernetes.reader({ context, principal }),
    await kubernetes.dryRunner({ context, principal }),
  ];
  const trial = { reader, runner, now: clock.now(), compute, principal, signal };
  const previews = await Promise.all(
    changes.map(async (change) => describePreview(await previewChange(change, trial), trial)),
  );
  return [`Cluster: ${reader.context}`, ...previews].join('\n');
}

/** Renders the heading of a preview, the computed risk and the diff. */
async function describePreview({ change, current: before, after, text }: ChangePreview, trial: Trial): Promise<string> {
  const { risk } = await trial.compute.run('assessChange', [{ change, before, after }], trial);
  const [heading = '', ...lines] = text.split('\n');
  return [heading, `# Risk: ${risk.level}. ${risk.reasons.join(' ')}`, ...lines].join('\n');
}
