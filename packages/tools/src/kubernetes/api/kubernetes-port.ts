import type { Principal } from '@shipmate/core';
import type { ClusterDryRunner, ClusterWriter } from './cluster-changer.ts';
import type { ClusterReader } from './cluster-reader.ts';

/** A cluster, and the principal that reads or changes it. */
export interface ClusterTarget {
  /** A kubeconfig context; the current one when absent. */
  readonly context?: string | undefined;
  readonly principal: Principal;
}

/** The configured contexts. */
interface ClusterContexts {
  readonly names: readonly string[];
  /** Null when there is no current context. */
  readonly current: string | null;
}

/** Kubernetes access for tools that read. It cannot express a change. */
export interface KubernetesPort {
  /** @throws AppError `UNAVAILABLE` when no context can be read. */
  contexts(): Promise<ClusterContexts>;
  /** @throws AppError `NOT_FOUND` for a context that is not configured, `UNAVAILABLE` when none is configured. */
  reader(target: ClusterTarget): Promise<ClusterReader>;
}

/** Kubernetes access for tools that send dry runs. It cannot express a change that is stored. */
export interface KubernetesDryRunPort {
  /** @throws AppError as {@link KubernetesPort.reader} does */
  dryRunner(target: ClusterTarget): Promise<ClusterDryRunner>;
}

/** Kubernetes access for tools that change clusters. Reading and dry-run tools do not receive it. */
export interface KubernetesWritePort {
  /** @throws AppError as {@link KubernetesPort.reader} does */
  writer(target: ClusterTarget): Promise<ClusterWriter>;
}
