import type { Clock } from '@shipmate/core';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from '@shipmate/tools/kubernetes';
import type { FlowPorts } from '../flow.ts';
import type { Wait } from './wait.ts';

/** What mending something in a cluster stands on. */
export interface RemediationPorts extends FlowPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort & KubernetesWritePort;
  /** By default the machine's. */
  readonly clock?: Clock;
  /** By default, time passes by itself. */
  readonly wait?: Wait;
}
