import type { KubeObject } from '@shipmate/domain/cluster/object';
import type { SharedText } from './shared-text.ts';
import type { ApiResource } from './api-resource.ts';
import type { ResourceCatalog } from './resource-catalog.ts';
import type { ObjectPlace } from './resource-path.ts';

/** A query for a list of objects of one kind. */
export interface ListQuery {
  /** All namespaces when absent. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** The page size. Default 500. */
  readonly limit?: number;
  /** The token of the next page, from the page before it. */
  readonly continueToken?: string | undefined;
}

/** A page of objects. */
export interface ObjectPage {
  readonly items: readonly KubeObject[];
  /** Absent on the last page. */
  readonly continueToken?: string;
  /** The number of objects after this page, where the server counts them. */
  readonly remaining?: number;
}

/** A page of objects as JSON, for a worker thread to parse. */
export interface TextPage extends Omit<ObjectPage, 'items'> {
  /** The number of objects. */
  readonly count: number;
  /** A JSON array of the objects. */
  readonly items: SharedText;
}

/** A column of a table that the server renders. */
export interface TableColumn {
  readonly name: string;
  /** 0 for columns that are shown by default. */
  readonly priority: number;
}

/** What a list as JSON contains: whole objects, or only their metadata, which is read from the rows of a table. */
export type TextDetail = 'objects' | 'names';

/** A page of the table that `kubectl get` shows. */
export interface TablePage extends Omit<ObjectPage, 'items'> {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: KubeObject }[];
}

/** A query for the log of one container. */
export interface LogQuery {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly previous?: boolean;
  readonly sinceTime?: string | undefined;
  readonly tailLines?: number | undefined;
}

/** An action whose permission is checked. */
export interface AccessQuestion {
  readonly verb: string;
  readonly resource: ApiResource;
  readonly namespace?: string | undefined;
}

/**
 * Reads one cluster as one principal.
 *
 * **Contract.** It cannot change anything: it only reads and sends access reviews. All results are redacted. Throws
 * `AppError`: `NOT_FOUND`, `VALIDATION_ERROR` when the server rejects the request, `EXTERNAL_API_ERROR` when the
 * cluster fails or a permission is missing (named in `details.missing`), `ABORTED` once `signal` fires.
 */
export interface ClusterReader {
  /** The name of the kubeconfig context. */
  readonly context: string;
  /** The server's version, such as `v1.34.2`. */
  version(signal: AbortSignal): Promise<string>;
  /** Returns the catalog of resources, from the cache if it is younger than `maxAgeMs` (some minutes by default). */
  catalog(signal: AbortSignal, options?: { readonly maxAgeMs?: number }): Promise<ResourceCatalog>;
  /** Resolves a kind by name; refreshes the catalog when the name is not in it. */
  resolve(name: string, signal: AbortSignal): Promise<ApiResource>;
  get(resource: ApiResource, place: ObjectPlace & { readonly name: string }, signal: AbortSignal): Promise<KubeObject>;
  list(resource: ApiResource, query: ListQuery, signal: AbortSignal): Promise<ObjectPage>;
  table(
    resource: ApiResource,
    query: ListQuery & { readonly withObjects: boolean },
    signal: AbortSignal,
  ): Promise<TablePage>;
  /** Returns a page of {@link list}, or only the metadata of its objects, as JSON. */
  listText(
    resource: ApiResource,
    query: ListQuery & { readonly detail: TextDetail },
    signal: AbortSignal,
  ): Promise<TextPage>;
  /** Streams log lines as they arrive, each prefixed with its timestamp and a space. */
  logs(query: LogQuery, signal: AbortSignal): AsyncIterable<string>;
  isAllowed(question: AccessQuestion, signal: AbortSignal): Promise<boolean>;
  /**
   * Returns a fingerprint of the schemas of each served API version, keyed by `v1`, `apps/v1`; it changes when they do.
   */
  schemaFingerprints(signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Returns the server's OpenAPI document of one API version, as JSON that contains no tenant data. */
  schemaText(apiVersion: string, signal: AbortSignal): Promise<string>;
}
