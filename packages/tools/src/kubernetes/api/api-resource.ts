/** A resource that a cluster serves, in one version. */
export interface ApiResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Returns the API version, such as `v1` or `apps/v1`. */
export function apiVersionOf({ group, version }: Pick<ApiResource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Returns the qualified name, such as `pods` or `deployments.apps`. */
export function qualifiedNameOf({ group, plural }: Pick<ApiResource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}
