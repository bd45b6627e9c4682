import { type Clock, systemClock } from '@shipmate/core';
import type { RunNotifications } from '@shipmate/domain';
import type { ComputePort } from '@shipmate/tools';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from '@shipmate/tools/kubernetes';
import type { FlowPorts } from '../flow.ts';

/** What mending something in a cluster stands on. */
export interface RemediationPorts extends FlowPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort & KubernetesWritePort;
  readonly compute: ComputePort;
  /** Who tells of a stop at once; without, the next note of progress tells of it. */
  readonly notifications?: RunNotifications;
  /** By default the machine's. */
  readonly clock?: Clock;
}

/** The present time of a remediation's clock. */
export function nowOf({ clock = systemClock }: Pick<RemediationPorts, 'clock'>): Date {
  return clock.now();
}
