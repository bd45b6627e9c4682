import { noUsage } from '@shipmate/core';
import type { RunEnd } from '../run/run-store.ts';
import type { Remediation, RemediationStatus } from './remediation.ts';

const runStatuses: Readonly<Partial<Record<RemediationStatus, RunEnd['status']>>> = {
  failed: 'failed',
  stopped: 'cancelled',
};

/** Returns the end of an ended remediation's run. A run whose remediation came to any conclusion is completed. */
export function toRunEnd({ status, reason, spent }: Pick<Remediation, 'status' | 'reason' | 'spent'>): RunEnd {
  const runStatus = runStatuses[status] ?? 'completed';
  return {
    status: runStatus,
    stopReason: runStatus === 'completed' ? 'final' : 'aborted',
    usage: spent?.usage ?? noUsage,
    costUsd: spent === null ? 0 : spent.costUsd,
    errorCode: runStatus === 'failed' ? 'INTERNAL_ERROR' : null,
    errorMessage: runStatus === 'failed' ? (reason ?? 'The remediation failed.') : null,
    model: spent?.model ?? null,
  };
}
