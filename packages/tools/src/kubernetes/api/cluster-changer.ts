import type { PatchType } from '@shipmate/domain/cluster';
import type { KubeObject } from '@shipmate/domain/cluster/object';
import type { ApiResource } from './api-resource.ts';
import type { DeletePreconditions } from './delete-options.ts';
import type { ObjectPlace } from './resource-path.ts';

/** The place of a single named object. */
export type NamedPlace = ObjectPlace & { readonly name: string };

/** The version that an object must have to be changed; any version when absent. */
interface Precondition {
  readonly resourceVersion?: string | undefined;
}

/**
 * Sends changes to a cluster as one principal.
 *
 * **Contract.** The server checks a change in full: admission, defaults, strict field validation, field manager
 * conflicts and the precondition. Returns the object after the change, with secrets redacted. Throws `AppError`:
 * `VALIDATION_ERROR` when the server rejects the change, `CONFLICT` when another manager owns a field or the object is
 * in another version, `NOT_FOUND`, `EXTERNAL_API_ERROR`, `ABORTED`.
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
 * Sends dry runs of changes.
 *
 * **Contract.** Every request is a dry run; nothing is stored. After the dry run of a deletion the object is read
 * again: unless it is the same object and not being deleted, `delete` throws `EXTERNAL_API_ERROR`, which is not
 * recoverable.
 */
export interface ClusterDryRunner extends ClusterChanger {
  readonly isDryRun: true;
}

/** Sends changes that the cluster stores. */
export interface ClusterWriter extends ClusterChanger {
  readonly isDryRun: false;
}
