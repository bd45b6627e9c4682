export { type Dependant, findDependants, type KindNamed } from './impact/find-dependants.ts';
export {
  type ChangeTarget,
  type ClusterChange,
  type PatchType,
  patchTypes,
  targetOf,
} from './change/cluster-change.ts';
export { type ClusterHealth, type KindHealth, summarizeHealth } from './health/cluster-health.ts';
export type { NamespaceHealth } from './health/namespace-health.ts';
export type { NodeHealth } from './health/node-health.ts';
export { countProblems, type ProblemCounts } from './health/problem-counts.ts';
export {
  annotationsOf,
  isOwnedBy,
  type KubeObject,
  kindOf,
  labelsOf,
  nameOf,
  namespaceOf,
  type ObjectReference,
  referenceOf,
  ownerOf,
} from './object/kube-object.ts';
export { describeManager, managedBy, type ManagedBy } from './object/managed-by.ts';
export { formatCpu, formatMemory, parseQuantity } from './object/quantity.ts';
export {
  entryOf,
  isJsonObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from './object/read-value.ts';
export { type Reference, referencesOf } from './object/references.ts';
export { badConditionsOf } from './object/bad-conditions.ts';
export { sidecarNames } from './object/sidecars.ts';
export { isTroublingEvent } from './object/troubling-event.ts';
export { type AutoscalerFault, autoscalerFault, autoscalerLimit } from './problems/autoscaler-fault.ts';
export { ClusterObjects, type ObjectList, type ObjectScope } from './problems/cluster-objects.ts';
export { findProblems } from './problems/find-problems.ts';
export { type NeededKind, neededKinds } from './problems/needed-kinds.ts';
export { type Problem, type ProblemEvidence, problemSeverities, type ProblemSeverity } from './problems/problem.ts';
export { type RetryDelay, retryDelayOf } from './problems/retry-delay.ts';
export { toHealthView } from './report/health-view.ts';
export { toProblemView } from './report/problem-view.ts';
export { type ClusterReport, clusterReportSchema } from './report/report-view.ts';
export type { EvidenceCall } from '../evidence/evidence-call.ts';
