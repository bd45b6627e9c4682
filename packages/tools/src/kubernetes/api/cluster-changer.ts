import type { KubeObject, PatchType } from '@shipmate/domain/cluster';
import type { ApiResource } from './api-resource.ts';
import type { DeletePreconditions } from './delete-options.ts';
import type { ObjectPlace } from './resource-path.ts';

/** One object. */
export type NamedPlace = ObjectPlace & { readonly name: string };

/** The version that an object must have for a change of it to be made; any version when absent. */
export interface Precondition {
  readonly resourceVersion?: string | undefined;
}

/**
 * Asks a cluster for changes, as one person.
 *
 * **Contract.** The server checks a change in full: admission, defaults, strict field validation, conflicts with what other
 * managers own, and the precondition. What is returned is the object as it is then, without secrets. It throws `AppError`:
 * `VALIDATION_ERROR` for what the server refuses, `CONFLICT` for fields that somebody else manages and an object that is in
 * another version, `NOT_FOUND`, `EXTERNAL_API_ERROR`, `ABORTED`.
 */
export interface ClusterChanger {
  /** Server-side apply; the object's own `resourceVersion` is a precondition. */
  apply(resource: ApiResource, object: KubeObject, signal: AbortSignal): Promise<KubeObject>;
  patch(
    resource: ApiResource,
    change: NamedPlace & Precondition & { readonly type: PatchType; readonly patch: unknown },
    signal: AbortSignal,
  ): Promise<KubeObject>;
  delete(resource: ApiResource, place: NamedPlace & DeletePreconditions, signal: AbortSignal): Promise<void>;
}

/**
 * Asks what changes would do.
 *
 * **Contract.** Every request says that it is a dry run; nothing is stored. After the dry run of a deletion the object is read
 * again: unless it is the same one and not being deleted, `delete` throws `EXTERNAL_API_ERROR`, which is not recoverable.
 */
export interface ClusterDryRunner extends ClusterChanger {
  readonly isDryRun: true;
}

/** Makes changes. */
export interface ClusterWriter extends ClusterChanger {
  readonly isDryRun: false;
}
