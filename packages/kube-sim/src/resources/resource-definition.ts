import type { Schema } from '../schema/schema.ts';

/** An API verb, as in RBAC rules. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

export interface Subresource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly Verb[];
  /** If it differs from the resource's. */
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

/** The part of a definition that comes from a CustomResourceDefinition. */
interface CustomResource {
  readonly schema: Schema | undefined;
  readonly columns: readonly CustomColumn[];
  readonly scale?: {
    readonly specReplicasPath: string;
    readonly statusReplicasPath: string;
    readonly labelSelectorPath?: string;
  };
}

/** A resource in one version of the API. */
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
  /** Versions and groups that share a storage serve the same objects. */
  readonly storage: string;
  readonly custom?: CustomResource;
}

/** Formats `v1` or `apps/v1`. */
export function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Parses `apps/v1`. */
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
