import { type Clock, systemClock } from '@shipmate/core';
import type { RunNotifications } from '@shipmate/domain/run';
import type { ComputePort } from '@shipmate/tools';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from '@shipmate/tools/kubernetes';
import type { FlowPorts } from '../flow.ts';

/** Ports for remediations. */
export interface RemediationPorts extends FlowPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort & KubernetesWritePort;
  readonly compute: ComputePort;
  /** Announces a stop immediately; without it, a stop is noticed when progress is next stored. */
  readonly notifications?: RunNotifications;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** Returns the current time of a remediation's clock. */
export function nowOf({ clock = systemClock }: Pick<RemediationPorts, 'clock'>): Date {
  return clock.now();
}
