import type { ServerTraits } from './contract-server.ts';

/**
 * Behaviour that not every server of the contract has, with the minor version of Kubernetes 1 from which on it is the
 * default.
 */
export const features = {
  /** `fieldValidation=Strict`; earlier servers silently drop unknown fields of a POST or PATCH. Beta in 1.25. */
  fieldValidation: 25,
  /** `/openapi/v3`. Beta in 1.24. */
  openApiV3: 24,
  /** Discovery in one response; from earlier servers the client reads group by group. Beta in 1.27. */
  aggregatedDiscovery: 27,
  /** Namespaces with the label `pod-security.kubernetes.io/enforce`. Beta in 1.23. */
  podSecurity: 23,
  /** The label `kubernetes.io/metadata.name` of namespaces. Beta in 1.21. */
  namespaceNameLabel: 21,
} as const;

export type Feature = keyof typeof features;

/** A requirement of a case: a feature of newer versions, or kubelets and controllers. */
export type Need = Feature | 'nodes';

/** Describes the first requirement that a server does not meet; `undefined` when it meets all. */
export function missingNeed(needs: readonly Need[], { minor, hasNodes }: ServerTraits): string | undefined {
  const missing = needs.find((need) => (need === 'nodes' ? !hasNodes : minor < features[need]));
  if (missing === undefined) return undefined;
  return missing === 'nodes' ? 'nodes' : `${missing}, Kubernetes 1.${features[missing]}`;
}
