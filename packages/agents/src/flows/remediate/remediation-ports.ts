import type { Clock } from '@shipmate/core';
import type { RunNotifications } from '@shipmate/domain';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from '@shipmate/tools/kubernetes';
import type { FlowPorts } from '../flow.ts';
import type { Wait } from './wait.ts';

/** What mending something in a cluster stands on. */
export interface RemediationPorts extends FlowPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort & KubernetesWritePort;
  /** Who tells of a stop at once; without, the next note of progress tells of it. */
  readonly notifications?: RunNotifications;
  /** By default the machine's. */
  readonly clock?: Clock;
  /** By default, time passes by itself. */
  readonly wait?: Wait;
}
