export type {
  AccessQuestion,
  ClusterReader,
  KubeSchemas,
  ListQuery,
  LogQuery,
  ObjectPage,
  TablePage,
} from './api/cluster-reader.ts';
export { type ApiResource, apiVersionOf, qualifiedNameOf } from './api/api-resource.ts';
export type { ClusterDryRunner, ClusterWriter } from './api/cluster-changer.ts';
export type {
  ClusterTarget,
  KubernetesDryRunPort,
  KubernetesPort,
  KubernetesWritePort,
} from './api/kubernetes-port.ts';
export { ResourceCatalog } from './api/resource-catalog.ts';
export {
  createKubernetesClient,
  type KubernetesClient,
  type KubernetesClientOptions,
} from './create-kubernetes-client.ts';
export type { ClusterPatience } from './connection/cluster-http.ts';
export {
  hasCluster,
  type KubernetesEnvironment,
  kubernetesEnvironmentSchema,
} from './connection/kubernetes-environment.ts';
export { KUBECTL_TOOLS } from './kubectl-tools.ts';
export { KUBECTL_WRITE_TOOLS } from './kubectl-write-tools.ts';
export type { KubeObject } from '@shipmate/domain/cluster';
export { createRedactor, type Redactor } from './redaction/redactor.ts';
