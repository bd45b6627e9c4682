import type { Logger, Principal } from '@shipmate/core';
import type { Remediation, RemediationChange } from '@shipmate/domain/remediation';
import type { ClusterReader, TaskCaller } from '@shipmate/tools/kubernetes';
import type { RunWork } from '../../run/execute/run-kind.ts';
import type { RunRecorder } from '../../run/log/run-recorder.ts';
import type { RemediationProgress } from './remediation-progress.ts';
import type { RemediationPorts } from './remediation-ports.ts';

/** The context of one step of a remediation. */
export interface RemediationWork {
  readonly ports: RemediationPorts;
  readonly principal: Principal;
  readonly reader: ClusterReader;
  readonly logger: Logger;
  /** Aborts the step; a stop aborts no step that may change the cluster. */
  readonly signal: AbortSignal;
  /** The remediation when the step began. */
  readonly remediation: Remediation;
  readonly run: RunWork;
  readonly recorder: RunRecorder;
  readonly progress: RemediationProgress;
}

/** The result of a step: the progress to store, and the time until the next step if the run waits. */
export interface RemediationStep {
  readonly change: RemediationChange;
  readonly wakeInMs?: number;
}

/** Returns the caller of work on cluster objects. */
export function toTaskCaller({ ports, principal, signal }: RemediationWork): TaskCaller {
  return { compute: ports.compute, principal, signal };
}
