import { AppError, noUsage, toAppError } from '@shipmate/core';
import {
  isRemediationEnded,
  type Remediation,
  type RemediationChange,
  type RemediationStatus,
  toStopped,
} from '@shipmate/domain/remediation';
import type { RunConclusion, RunKind, RunTask, RunWork } from '../../run/execute/run-kind.ts';
import { retryDatabase } from '../../run/log/retry-database.ts';
import type { RunRecorder } from '../../run/log/run-recorder.ts';
import type { EarlyOutcome, RunEnding } from '../../run/settle/end-run.ts';
import type { RunWait } from '../../run/settle/release-run.ts';
import { toRunPrincipal } from '../../run/settle/run-principal.ts';
import { withSilence } from '../with-silence.ts';
import { repeatCheck } from './read-health.ts';
import type { RemediationPorts } from './remediation-ports.ts';
import { createRemediationProgress, type RemediationProgress, toStatusEvent } from './remediation-progress.ts';
import type { RemediationStep, RemediationWork } from './remediation-work.ts';
import { takeStep } from './take-step.ts';
import { toRemediationEnding } from './to-remediation-ending.ts';
import { millisecondsLeft, postponeWatch } from './watch-health.ts';

/** Delay until the next attempt when the cluster did not answer whether a change was made, in milliseconds. */
const retryMs = 30_000;

/** How long a person has to decide about a plan, in seconds. */
const approvalSeconds = 24 * 60 * 60;

/** Creates the kind of run that investigates an issue of a cluster, changes the cluster as approved, and watches it. */
export function createRemediationKind(ports: RemediationPorts): RunKind {
  return { name: 'remediation', open: (work) => openRemediation(ports, work) };
}

function openRemediation(resources: RemediationPorts, run: RunWork): RunTask {
  const ports = { ...resources, models: withSilentModels(resources.models, run.silencing) };
  const principal = toRunPrincipal(run.run);
  const { lease } = run;
  let restored: Remediation | undefined;
  let progress: RemediationProgress | undefined;

  return {
    get hasUnknownSteps() {
      return restored?.progress.some(({ status }) => status === 'running') ?? false;
    },

    async restore() {
      const { remediations } = ports.unitOfWork.stores;
      restored = await retryDatabase(run.outageLimits, () => remediations.get(principal, lease.runId));
      return undefined;
    },

    async execute(recorder: RunRecorder) {
      const remediation = restored;
      if (remediation === undefined) throw new AppError({ code: 'INTERNAL_ERROR', message: 'Nothing was restored.' });
      progress = createRemediationProgress({ remediation, lease, recorder, principal });
      return new RemediationExecution({ ports, run, principal, recorder, progress }).conclude();
    },

    end: (outcome) => {
      const remediation = progress?.current ?? restored;
      if (remediation === undefined) return withoutRemediation(outcome);
      return toRemediationEnding(run, remediation, endEarly(remediation, outcome));
    },
  };
}

type Execution = Pick<RemediationWork, 'ports' | 'run' | 'principal' | 'recorder' | 'progress'>;

/** Takes one step after the other until the remediation ends or waits. */
class RemediationExecution {
  readonly #execution: Execution;
  /** A stop does not interrupt a step that may change the cluster. */
  readonly #unstopped: AbortSignal;

  constructor(execution: Execution) {
    this.#execution = execution;
    const { aborting, outageLimits } = execution.run;
    this.#unstopped = AbortSignal.any([aborting, outageLimits.signal]);
  }

  async conclude(): Promise<RunConclusion> {
    const { run, progress } = this.#execution;
    for (;;) {
      const step = await this.#next();
      if (step === 'queued') return step;
      const { change, wakeInMs } = step;
      if (change.status !== undefined && isRemediationEnded(change.status)) {
        return toRemediationEnding(run, progress.current, { ...change, status: change.status });
      }
      if (change.status === 'awaiting_approval') return this.#wait(change, approvalSeconds * 1_000);
      if (wakeInMs !== undefined) return this.#wait(change, wakeInMs);
      const { id, status } = await progress.advance(change);
      run.logger.info('remediation advanced', { remediationId: id, status });
    }
  }

  /** The state is stored in the transaction that releases the run, so that a decision finds the run waiting. */
  #wait(change: RemediationChange, wakeInMs: number): RunWait {
    const { run, progress } = this.#execution;
    const event = toStatusEvent(change);
    return {
      wakeInMs,
      async settle(stores) {
        await progress.write({ ...change, expiresInSeconds: approvalSeconds })(stores);
        if (event) await stores.runs.appendEvents(run.lease, [event]);
      },
    };
  }

  async #next(): Promise<RemediationStep | 'queued'> {
    const { ports, run, progress } = this.#execution;
    const { status } = progress.current;
    if (status !== 'executing' && this.#isStopped()) return { change: await this.#stop() };
    if (run.draining.aborted) return 'queued';
    // Such a run is claimed only once the time for the decision is over.
    if (status === 'awaiting_approval') return { change: { status: 'expired', reason: 'The approval expired.' } };
    const early = millisecondsLeft(progress.current, ports.clock);
    if (early > 0) return { change: {}, wakeInMs: early };
    try {
      return await takeStep(await this.#open());
    } catch (thrown) {
      return this.#handle(toAppError(thrown), status);
    }
  }

  async #open(): Promise<RemediationWork> {
    const { ports, run, principal, progress } = this.#execution;
    const remediation = progress.current;
    const reader = await ports.kubernetes.reader({ context: remediation.context ?? undefined, principal });
    const signal = remediation.status === 'executing' ? this.#unstopped : run.signal;
    return { ...this.#execution, remediation, reader, signal, logger: run.logger };
  }

  /** Returns how the run continues after an error that is no outcome of the remediation. @throws any other error */
  async #handle(error: AppError, status: RemediationStatus): Promise<RemediationStep | 'queued'> {
    const { ports, run, progress } = this.#execution;
    const { code, recoverable } = error;
    if (run.outageLimits.signal.aborted || code === 'DATABASE_ERROR') throw error;
    if (status !== 'executing' && this.#isStopped()) return { change: await this.#stop() };
    if (run.aborting.aborted || run.draining.aborted) return 'queued';
    const isUnresponsive = code === 'EXTERNAL_API_ERROR' && recoverable;
    if (isUnresponsive && status === 'validating')
      return postponeWatch(error, { ports, remediation: progress.current });
    // It is unknown whether a change was made.
    if ((isUnresponsive && status === 'executing') || code === 'ABORTED' || code === 'CONFLICT') {
      run.logger.warn('remediation waits for its cluster', { error });
      return { change: {}, wakeInMs: retryMs };
    }
    throw error;
  }

  #isStopped(): boolean {
    const { run, progress } = this.#execution;
    return run.stopping.aborted || progress.current.stopRequestedAt !== null;
  }

  async #stop(): Promise<RemediationChange> {
    const { progress } = this.#execution;
    const { current } = progress;
    const stopped = toStopped(current);
    if (current.status !== 'validating') return stopped;
    try {
      const lookup = { ...(await this.#open()), signal: this.#unstopped };
      return { ...stopped, checks: await Promise.all(current.checks.map((check) => repeatCheck(check, lookup))) };
    } catch (thrown) {
      if (this.#unstopped.aborted) throw thrown;
      return stopped;
    }
  }
}

function endEarly(
  remediation: Remediation,
  { status, error }: EarlyOutcome,
): RemediationChange & Pick<Remediation, 'status'> {
  if (status === 'cancelled') return toStopped(remediation);
  const unknown = { status: 'failed', error: 'It is unknown whether it took effect.' } as const;
  const progress = remediation.progress.map((each) => (each.status === 'running' ? { ...each, ...unknown } : each));
  return { status: 'failed', reason: error?.message ?? 'It failed.', progress };
}

function withSilentModels(models: RemediationPorts['models'], silencing: AbortSignal): RemediationPorts['models'] {
  return {
    get: (id) => withSilence(models.get(id), silencing),
    fallbacksOf: (id) => (models.fallbacksOf?.(id) ?? []).map((model) => withSilence(model, silencing)),
  };
}

/** The remediation was deleted. */
function withoutRemediation(outcome: EarlyOutcome): RunEnding {
  return { outcome: { ...outcome, usage: noUsage }, settle: async () => undefined };
}
