import type { Principal } from '@shipmate/core';
import type { ClusterDryRunner, ClusterWriter } from './cluster-changer.ts';
import type { ClusterReader } from './cluster-reader.ts';

/** Which cluster, for whom. */
export interface ClusterTarget {
  /** A context of the kubeconfig; the current one when absent. */
  readonly context?: string | undefined;
  readonly principal: Principal;
}

/** The contexts that are configured. */
export interface ClusterContexts {
  readonly names: readonly string[];
  /** Null where none is the current one. */
  readonly current: string | null;
}

/** What tools that read need of Kubernetes. It cannot express a change. */
export interface KubernetesPort {
  /** @throws AppError `UNAVAILABLE` when none can be read. */
  contexts(): Promise<ClusterContexts>;
  /** @throws AppError `NOT_FOUND` for a context that is not configured, `UNAVAILABLE` when none is. */
  reader(target: ClusterTarget): Promise<ClusterReader>;
}

/** What tools that try a change need of Kubernetes. It cannot express one that stays. */
export interface KubernetesDryRunPort {
  /** @throws AppError as {@link KubernetesPort.reader} does */
  dryRunner(target: ClusterTarget): Promise<ClusterDryRunner>;
}

/** What changes clusters. Neither tools that read nor those that try a change are given it. */
export interface KubernetesWritePort {
  /** @throws AppError as {@link KubernetesPort.reader} does */
  writer(target: ClusterTarget): Promise<ClusterWriter>;
}
