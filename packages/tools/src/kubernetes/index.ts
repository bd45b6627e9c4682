export type {
  AccessQuestion,
  ClusterReader,
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
export type { ClusterHttpLimits } from './connection/cluster-http.ts';
export {
  hasCluster,
  type KubernetesEnvironment,
  kubernetesEnvironmentSchema,
} from './connection/kubernetes-environment.ts';
export { fencePlainText } from './answer/plain-text.ts';
export { toTarget } from './change/change-input.ts';
export { makeChange } from './change/make-change.ts';
export { type ChangePreview, previewChange, type Trial } from './change/preview-change.ts';
export { readPatch } from './change/read-patch.ts';
export { type Lookup, resolveChange, type ResolvedChange } from './change/resolve-change.ts';
export { resolveObject } from './change/resolve-object.ts';
export { assessInPlace, fingerprintObject, type TaskCaller } from './change/run-change-tasks.ts';
export { listEndpoints } from './describe/endpoints.ts';
export { findDeclarations } from './describe/declarations.ts';
export { findOwners, type Owner } from './describe/owner-chain.ts';
export { listEvents } from './events/list-events.ts';
export { describeImpact } from './impact/describe-impact.ts';
export { type Impact, readImpact } from './impact/read-impact.ts';
export { titleOf } from './change/describe-change.ts';
export { readManifests } from './dry-run/read-manifests.ts';
export { inNamespace, tryApply } from './dry-run/try-apply.ts';
export { isAbsence } from './get/find-object.ts';
export { KUBECTL_TOOLS } from './kubectl-tools.ts';
export { KUBECTL_WRITE_TOOLS } from './kubectl-write-tools.ts';
export type { KubeObject } from '@shipmate/domain/cluster';
export type { ClusterText } from './problems/cluster-text.ts';
export { readClusterText } from './problems/read-cluster-text.ts';
export { createRedactor, type Redactor } from './redaction/redactor.ts';
