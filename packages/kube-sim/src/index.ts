export type { NodeOptions } from './cluster/bootstrap.ts';
export type { ClusterObjects, ObjectReference } from './cluster/cluster-objects.ts';
export { createCluster, type Cluster, type ClusterOptions, type ClusterUser } from './cluster/create-cluster.ts';
export type { ImageRule } from './behaviour/image-rule.ts';
export { StatusError } from './errors/status-error.ts';
export type { KubeObject, ObjectMeta } from './object/kube-object.ts';
