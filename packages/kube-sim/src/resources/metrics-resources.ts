import type { ResourceDefinition } from './resource-definition.ts';

/** The name of the metrics API's APIService. */
export const metricsApiService = 'v1beta1.metrics.k8s.io';

const common = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  singular: '',
  shortNames: [],
  categories: [],
  verbs: ['get', 'list'],
  subresources: [],
} as const satisfies Partial<ResourceDefinition>;

/** The resources of the metrics API. */
export const metricsResources: readonly ResourceDefinition[] = [
  { ...common, kind: 'NodeMetrics', plural: 'nodes', namespaced: false, storage: 'metrics.k8s.io/nodes' },
  { ...common, kind: 'PodMetrics', plural: 'pods', namespaced: true, storage: 'metrics.k8s.io/pods' },
];
