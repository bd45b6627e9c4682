import type { KubeObject } from '@shipmate/domain/cluster';
import type { ApiResource } from './api-resource.ts';
import type { ObjectPlace } from './resource-path.ts';

/** How a patch is meant. */
export const patchTypes = ['strategic', 'merge', 'json'] as const;
export type PatchType = (typeof patchTypes)[number];

/** One object. */
export type NamedPlace = ObjectPlace & { readonly name: string };

/**
 * Asks a cluster what a change would do.
 *
 * **Contract.** Every request says that it is a dry run; nothing is stored. The server checks it in full: admission, defaults,
 * strict field validation, conflicts. What is returned is the object as it would be, without secrets. It throws `AppError`:
 * `VALIDATION_ERROR` for what the server refuses, `CONFLICT` for fields that somebody else manages, `NOT_FOUND`,
 * `EXTERNAL_API_ERROR`, `ABORTED`.
 */
export interface ClusterDryRunner {
  /** Server-side apply. */
  apply(resource: ApiResource, object: KubeObject, signal: AbortSignal): Promise<KubeObject>;
  patch(
    resource: ApiResource,
    change: NamedPlace & { readonly type: PatchType; readonly patch: unknown },
    signal: AbortSignal,
  ): Promise<KubeObject>;
  delete(resource: ApiResource, place: NamedPlace, signal: AbortSignal): Promise<void>;
}
