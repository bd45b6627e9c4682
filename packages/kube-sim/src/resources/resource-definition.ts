import type { Schema } from '../schema/schema.ts';

/** A verb of the API, as rules of RBAC name it. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

export interface Subresource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly Verb[];
  /** Where it differs from that of the resource. */
  readonly groupVersion?: { readonly group: string; readonly version: string };
}

/** A column that a custom resource definition declares. */
export interface CustomColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** What a custom resource definition adds. */
interface CustomResource {
  readonly schema: Schema | undefined;
  readonly columns: readonly CustomColumn[];
  readonly scale?: {
    readonly specReplicasPath: string;
    readonly statusReplicasPath: string;
    readonly labelSelectorPath?: string;
  };
}

/** One resource of one version of the API. */
export interface ResourceDefinition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  readonly subresources: readonly Subresource[];
  /** Versions and groups of one storage are views of the same objects. */
  readonly storage: string;
  readonly custom?: CustomResource;
}

/** `v1` or `apps/v1`. */
export function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Splits `apps/v1`. */
export function parseApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

export const allVerbs: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];
