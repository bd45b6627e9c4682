import { setImmediate } from 'node:timers/promises';
import type { KubeObject } from '@shipmate/domain/cluster/object';
import type { ChangeAssessment, ChangeInPlace } from '@shipmate/domain/remediation';
import type { ComputePort } from '../../compute/compute-port.ts';
import type { ToolCaller } from '../../context/tool-caller.ts';
import type { JsonText } from './change-tasks.ts';
import type { ChangeEffect, Outcome } from './describe-change.ts';

/** The caller of a task, and the port that runs it. */
export interface TaskCaller extends ToolCaller {
  readonly compute: ComputePort;
}

/** Two states of one object. */
interface ObjectPair {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject;
}

/** Compares an object before and after a change. @throws AppError as {@link ComputePort.run} does */
export async function describeDifference(
  { before, after }: ObjectPair,
  tense: 'would be' | 'was',
  { compute, ...caller }: TaskCaller,
): Promise<Outcome & { readonly effect: ChangeEffect }> {
  return compute.run('compareObjectTexts', [await toOptionalText(before), await toJsonText(after), tense], caller);
}

/** Computes the risk of a change. @throws AppError as {@link ComputePort.run} does */
export async function assessInPlace(
  { change, before, after, isMissing }: ChangeInPlace,
  { compute, ...caller }: TaskCaller,
): Promise<ChangeAssessment> {
  const texts = {
    change: await toJsonText(change),
    before: await toOptionalText(before),
    after: await toOptionalText(after),
    ...(isMissing !== undefined && { isMissing }),
  };
  return compute.run('assessChangeText', [texts], caller);
}

/**
 * Returns a fingerprint of an object: unchanged while only its status and version change, different for a recreated
 * object.
 *
 * @throws AppError as {@link ComputePort.run} does.
 */
export async function fingerprintObject(object: KubeObject, { compute, ...caller }: TaskCaller): Promise<string> {
  return compute.run('fingerprintText', [await toJsonText(object)], caller);
}

/** Writes a value as JSON in a turn of its own. */
async function toJsonText(value: unknown): Promise<JsonText> {
  await setImmediate();
  return JSON.stringify(value);
}

async function toOptionalText(value: KubeObject | undefined): Promise<JsonText | undefined> {
  return value === undefined ? undefined : toJsonText(value);
}
