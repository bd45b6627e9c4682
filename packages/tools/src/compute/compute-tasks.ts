import { replaceText } from '@shipmate/domain/text';
import { checkValues } from '../helm/check/values-check.ts';
import { readPatch } from '../kubernetes/change/read-patch.ts';
import { compareObjects } from '../kubernetes/dry-run/describe-change.ts';
import { readManifests } from '../kubernetes/dry-run/read-manifests.ts';
import { findYamlProblem } from './find-yaml-problem.ts';

/** The pure functions over text and objects that may take over 20 ms. Arguments and results can be cloned. */
export const computeTasks = {
  findYamlProblem,
  replaceText,
  readManifests,
  readPatch,
  compareObjects,
  checkValues,
};

export type ComputeTasks = typeof computeTasks;
export type ComputeTaskName = keyof ComputeTasks;
export type ComputeArguments<Name extends ComputeTaskName> = Parameters<ComputeTasks[Name]>;
export type ComputeResult<Name extends ComputeTaskName> = ReturnType<ComputeTasks[Name]>;

/** One call of a task. */
export interface ComputeCall<Name extends ComputeTaskName = ComputeTaskName> {
  readonly name: Name;
  readonly args: ComputeArguments<Name>;
}

/** Runs a task in this thread. */
export function runTask<Name extends ComputeTaskName>({ name, args }: ComputeCall<Name>): ComputeResult<Name> {
  const task = computeTasks[name] as (...all: ComputeArguments<Name>) => ComputeResult<Name>;
  return task(...args);
}
