import type { ServerTraits } from './contract-server.ts';

/** Behaviour that not every server of the contract has, and since which minor version of Kubernetes 1 it has it by default. */
export const features = {
  /** `fieldValidation=Strict`; before, unknown fields of a POST or PATCH are dropped without a word. Beta in 1.25. */
  fieldValidation: 25,
  /** `/openapi/v3`. Beta in 1.24. */
  openApiV3: 24,
  /** Discovery of everything in one answer; before, our client reads group by group. Beta in 1.27. */
  aggregatedDiscovery: 27,
  /** Namespaces with the label `pod-security.kubernetes.io/enforce`. Beta in 1.23. */
  podSecurity: 23,
  /** The label `kubernetes.io/metadata.name` of namespaces. Beta in 1.21. */
  namespaceNameLabel: 21,
} as const;

export type Feature = keyof typeof features;

/** A need of a case: a feature of newer versions, or kubelets and controllers. */
export type Need = Feature | 'nodes';

/** The first need that a server does not meet, in words; `undefined` when it meets all. */
export function missingNeed(needs: readonly Need[], { minor, hasNodes }: ServerTraits): string | undefined {
  const missing = needs.find((need) => (need === 'nodes' ? !hasNodes : minor < features[need]));
  if (missing === undefined) return undefined;
  return missing === 'nodes' ? 'nodes' : `${missing}, Kubernetes 1.${features[missing]}`;
}
