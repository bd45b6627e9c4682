import {
  AppError,
  type Clock,
  defineTool,
  systemClock,
  type ToolContext,
  type ToolEffect,
  toAppError,
} from '@shipmate/core';
import type { ClusterChange } from '@shipmate/domain/cluster';
import type { KubeObject } from '@shipmate/domain/cluster/object';
import type { z } from 'zod';
import type { ComputePort } from '../../compute/compute-port.ts';
import type { ToolCaller } from '../../context/tool-caller.ts';
import { type ClusterAnswer, clusterAnswerSchema, toModelText } from '../answer/cluster-answer.ts';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from '../api/kubernetes-port.ts';
import { titleOf } from './describe-change.ts';
import { makeChange } from './make-change.ts';
import { type ChangePreview, previewChange, type Trial } from './preview-change.ts';
import { resolveChange } from './resolve-change.ts';
import { assessInPlace, describeDifference } from './run-change-tasks.ts';

/** The definition of one tool that changes a cluster. */
interface ChangeToolDefinition<Input extends z.ZodObject & z.ZodType<ChangeCall>, Name extends string> {
  readonly name: Name;
  readonly description: string;
  readonly effect: ToolEffect;
  readonly input: Input | (() => Input);
  /** Default 60 000. */
  readonly timeoutMs?: number;
  readonly maxResultChars?: number;
  /** @throws AppError `VALIDATION_ERROR` when the input describes no change. */
  readonly toChanges: (call: z.output<Input>, read: TextReader) => Promise<readonly ClusterChange[]>;
}

/** Declares a tool that changes a cluster. The approval preview and the execution use the same changes. */
export function defineChangeTool<Input extends z.ZodObject & z.ZodType<ChangeCall>, const Name extends string>(
  definition: ChangeToolDefinition<Input, Name>,
) {
  const { toChanges, ...rest } = definition;
  return defineTool({
    openWorld: true,
    timeoutMs: 60_000,
    ...rest,
    output: clusterAnswerSchema,
    execute: async (call, context: ToolContext<WritePorts>) =>
      applyChanges(await toChanges(call, toTextReader(context)), call, context),
    preview: async (call, context) => previewOf(await toChanges(call, toTextReader(context)), call, context),
    toModel: toModelText,
  });
}

/** Ports of tools that change a cluster. */
export interface WritePorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort & KubernetesWritePort;
  readonly compute: ComputePort;
  readonly clock?: Clock;
}

/** A call of a tool that changes a cluster. */
interface ChangeCall {
  readonly context?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Makes changes in order and returns their effects. Stops at the first failure. */
async function applyChanges(
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
      done.push(await describeEffect({ before: resolved.current, after }, compute, { principal, signal }));
    } catch (thrown) {
      throw done.length === 0 ? thrown : toPartialFailure(thrown, { done, total: changes.length });
    }
  }
  return { context: reader.context, summary: 'Done.', data: done.join('\n') };
}

async function describeEffect(
  { before, after }: { readonly before: KubeObject | undefined; readonly after: KubeObject | undefined },
  compute: ComputePort,
  caller: ToolCaller,
): Promise<string> {
  if (after === undefined) return `# ${titleOf(before ?? {})}: was deleted`;
  return (await describeDifference({ before, after }, 'was', { ...caller, compute })).text;
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
async function previewOf(
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
  const { compute, principal, signal } = trial;
  const { risk } = await assessInPlace({ change, before, after }, { compute, principal, signal });
  const [heading = '', ...lines] = text.split('\n');
  return [heading, `# Risk: ${risk.level}. ${risk.reasons.join(' ')}`, ...lines].join('\n');
}

/** Parses the texts of one call into data. @throws AppError `VALIDATION_ERROR`, and as {@link ComputePort.run} does */
interface TextReader {
  manifests(text: string): Promise<readonly KubeObject[]>;
  patch(text: string): Promise<unknown>;
}

/** Creates the text reader of a call. */
function toTextReader({ ports: { compute }, ...caller }: ToolContext<{ readonly compute: ComputePort }>): TextReader {
  return {
    manifests: (text) => compute.run('readManifests', [text], caller),
    patch: (text) => compute.run('readPatch', [text], caller),
  };
}
