import { AppError } from '@shipmate/core';
import type { ApiResource } from '../api/api-resource.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';

/** The objects that a call refers to. */
export interface Target {
  readonly resource: ApiResource;
  readonly name: string | undefined;
  /** Undefined for all namespaces and for cluster-scoped kinds. */
  readonly namespace: string | undefined;
}

/** A target that names its object. */
export type NamedTarget = Target & { readonly name: string };

/** A kind of object, or one object as `kind/name`. */
interface TargetInput {
  readonly resource: string;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** Resolves `pods`, `deploy/web` or `certificates.cert-manager.io` against a cluster's resources. */
export async function resolveTarget(input: TargetInput, reader: ClusterReader, signal: AbortSignal): Promise<Target> {
  const [type = '', ...rest] = input.resource.trim().split('/');
  const named = rest.length === 0 ? undefined : rest.join('/');
  if (named !== undefined && input.name !== undefined && input.name !== named) {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `resource names "${named.slice(0, 80)}" and name says "${input.name}". Give one of them.`,
      details: { field: 'name' },
    });
  }
  if (/[,\s]/.test(type) || type.toLowerCase() === 'all') {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message:
        'resource takes one kind of object, such as "pods". Make a call for each kind; calls can be made side by side.',
      details: { field: 'resource' },
    });
  }
  const resource = await reader.resolve(type, signal);
  return { resource, name: named ?? input.name, namespace: resource.namespaced ? input.namespace : undefined };
}

/** Resolves a target to one object. @throws AppError `VALIDATION_ERROR` when no object is named. */
export async function resolveNamed(
  input: TargetInput,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<NamedTarget> {
  const target = await resolveTarget(input, reader, signal);
  const { name, resource } = target;
  if (name !== undefined) return { ...target, name };
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `Name the object, as "${resource.singular}/name". kubectl_get lists them.`,
    details: { field: 'resource' },
  });
}
