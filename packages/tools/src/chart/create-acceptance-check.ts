import { AppError } from '@shipmate/core';
import type { CheckBeforeAccept } from '@shipmate/domain/use-cases';
import { describeIssue } from '../helm/check/describe-validation.ts';
import type { ChartCheckPorts } from './helm-tool-ports.ts';
import { validateCharts } from './validate-charts.ts';
import { toWorkspaceFiles } from './workspace-files.ts';

const timeoutMs = 120_000;

/** Creates the check of workspaces that accept only validated changes: errors reject a change, warnings do not. */
export function createAcceptanceCheck(ports: ChartCheckPorts): CheckBeforeAccept {
  return async (principal, candidate) => {
    const files = toWorkspaceFiles(candidate.files, 'accepted');
    const signal = AbortSignal.timeout(timeoutMs);
    const { overallStatus, issues } = await validateCharts({ files, principal, signal }, ports);
    if (overallStatus !== 'fail') return;
    const errors = issues.filter(({ severity }) => severity === 'error');
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: `Not accepted, as the chart would not pass its checks: ${errors.slice(0, 3).map(describeIssue).join('; ')}`,
      details: { issues: errors },
    });
  };
}
