import type { JsonObject, KubeObject } from '@shipmate/domain/cluster';
import type { ApiResource } from './api-resource.ts';
import type { ResourceCatalog } from './resource-catalog.ts';
import type { ObjectPlace } from './resource-path.ts';

/** Which objects of a kind are listed. */
export interface ListQuery {
  /** All namespaces when absent. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Objects a page. Default 500. */
  readonly limit?: number;
  /** Names the next page, as the one before gave it. */
  readonly continueToken?: string | undefined;
}

/** A page of objects. */
export interface ObjectPage {
  readonly items: readonly KubeObject[];
  /** Absent on the last page. */
  readonly continueToken?: string;
  /** How many come after this page, where the server counts them. */
  readonly remaining?: number;
}

/** A column of a table that the server makes. */
export interface TableColumn {
  readonly name: string;
  /** 0 for those that are shown by default. */
  readonly priority: number;
}

/** A page of what `kubectl get` shows. */
export interface TablePage extends Omit<ObjectPage, 'items'> {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: KubeObject }[];
}

/** Which lines of which container. */
export interface LogQuery {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly previous?: boolean;
  readonly sinceTime?: string | undefined;
  readonly tailLines?: number | undefined;
}

/** Something that one may be allowed to do. */
export interface AccessQuestion {
  readonly verb: string;
  readonly resource: ApiResource;
  readonly namespace?: string | undefined;
}

/** Schemas of OpenAPI, by the names with which they refer to one another. */
export type KubeSchemas = Readonly<Record<string, JsonObject>>;

/**
 * What can be read of one cluster for one person.
 *
 * **Contract.** It cannot change anything: it reads, and it asks whether something is allowed. Whatever it returns holds no
 * secrets any more. It throws `AppError`: `NOT_FOUND`, `VALIDATION_ERROR` for what the server refuses, `EXTERNAL_API_ERROR` when
 * the cluster fails or a permission is missing (`details.missing` says which), `ABORTED` once `signal` fires.
 */
export interface ClusterReader {
  /** The context of the kubeconfig that it reads. */
  readonly context: string;
  /** Of the server, such as `v1.34.2`. */
  version(signal: AbortSignal): Promise<string>;
  /** Some minutes old at most, unless it has to be newer. */
  catalog(signal: AbortSignal, options?: { readonly maxAgeMs?: number }): Promise<ResourceCatalog>;
  /** Finds a kind, looking at the cluster again when it is not known. */
  resolve(name: string, signal: AbortSignal): Promise<ApiResource>;
  get(resource: ApiResource, place: ObjectPlace & { readonly name: string }, signal: AbortSignal): Promise<KubeObject>;
  list(resource: ApiResource, query: ListQuery, signal: AbortSignal): Promise<ObjectPage>;
  table(
    resource: ApiResource,
    query: ListQuery & { readonly withObjects: boolean },
    signal: AbortSignal,
  ): Promise<TablePage>;
  /** Lines as they arrive, each after its timestamp and a space. */
  logs(query: LogQuery, signal: AbortSignal): AsyncIterable<string>;
  isAllowed(question: AccessQuestion, signal: AbortSignal): Promise<boolean>;
  /** A fingerprint of the schemas of every version of a group that is served, by `v1`, `apps/v1`: it changes when they do. */
  schemaFingerprints(signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** The schemas of one version of a group, by name, as the server's OpenAPI document has them. They hold no data of anybody. */
  schemas(apiVersion: string, signal: AbortSignal): Promise<KubeSchemas>;
}
