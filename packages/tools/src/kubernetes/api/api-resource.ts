/** One kind of object that a cluster serves, in one version. */
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

/** Such as `v1` and `apps/v1`. */
export function apiVersionOf({ group, version }: Pick<ApiResource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Such as `pods` and `deployments.apps`. */
export function qualifiedNameOf({ group, plural }: Pick<ApiResource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}
