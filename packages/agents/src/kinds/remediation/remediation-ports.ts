import { type Clock, systemClock } from '@shipmate/core';
import type { ComputePort } from '@shipmate/tools';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from '@shipmate/tools/kubernetes';
import type { FlowPorts } from '../../flows/flow.ts';

/** The cluster of a process that executes remediations. */
export interface ClusterPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort & KubernetesWritePort;
  readonly compute: ComputePort;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
}

/** Ports for remediations. */
export interface RemediationPorts extends FlowPorts, ClusterPorts {}

/** Returns the current time of a remediation's clock. */
export function nowOf({ clock = systemClock }: Pick<RemediationPorts, 'clock'>): Date {
  return clock.now();
}
