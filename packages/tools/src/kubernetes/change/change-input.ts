import { AppError } from '@shipmate/core';
import type { ChangeTarget } from '@shipmate/domain/cluster';
import { z } from 'zod';
import { clusterInput } from '../answer/cluster-input.ts';

/** Input fields that identify the object of a change. */
export const changeInput = {
  resource: z.string().trim().min(1).max(400).describe('kind/name'),
  namespace: clusterInput.namespace.describe('Optional when only one has an object of that name.'),
  context: clusterInput.context,
};

/** The version precondition: the change is rejected if the object has changed since. */
export const resourceVersionInput = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .describe("The object's metadata.resourceVersion as you saw it: the call is refused when it changed since.")
  .optional();

/** Returns the object that the fields identify. @throws AppError `VALIDATION_ERROR` when they identify none. */
export function toTarget({
  resource,
  namespace,
}: {
  readonly resource: string;
  readonly namespace?: string | undefined;
}): ChangeTarget {
  const [type = '', ...name] = resource.split('/');
  if (name.length > 0) return { resource: type, name: name.join('/'), namespace };
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: 'Name the object, as kind/name. kubectl_get lists them.',
    details: { field: 'resource' },
  });
}
