export type { NodeOptions } from './cluster/bootstrap.ts';
export type { ClusterObjects, ObjectReference } from './cluster/cluster-objects.ts';
export { createCluster, type Cluster, type ClusterOptions, type ClusterUser } from './cluster/create-cluster.ts';
export type { ImageRule } from './behaviour/image-rule.ts';
export { listScenarios, loadScenario, parseScenario } from './scenario/load-scenario.ts';
export type { Observation, Scenario, ScenarioChange } from './scenario/scenario.ts';
export { startScenario, type RunningScenario } from './scenario/start-scenario.ts';
export { StatusError } from './errors/status-error.ts';
export type { KubeObject, ObjectMeta } from './object/kube-object.ts';
