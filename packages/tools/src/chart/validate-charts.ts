import type { ToolCaller } from '../context/tool-caller.ts';
import { type ChartFindings, validateChartFiles } from '../helm/check/validate-chart-files.ts';
import { recordIsolation } from '../helm/record-isolation.ts';
import { toValidationReport, type ValidationReport } from '../helm/check/validation-report.ts';
import type { ChartCheckPorts } from './helm-tool-ports.ts';
import { chooseChart, findChartRoots, findValuesFiles } from './workspace-charts.ts';

/** The charts to validate, and the Kubernetes version to validate against. */
export interface ChartValidation extends ToolCaller {
  /** Content by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The folder of one chart; by default all charts are validated. */
  readonly chart?: string | undefined;
  /** By default the version that charts target. */
  readonly kubernetesVersion?: string | undefined;
}

/** Validates charts with each values file. @throws AppError as `chooseChart` and the helm port do */
export async function validateCharts(
  { files, chart, kubernetesVersion, principal, signal }: ChartValidation,
  { helm, compute, kubernetesVersions }: ChartCheckPorts,
): Promise<ValidationReport> {
  const target = kubernetesVersion ?? (await kubernetesVersions.getLatest(signal)).patch;
  const charts = findChartRoots(files);
  const roots = chart === undefined && charts.length > 0 ? charts : [chooseChart(files, chart)];
  const recorder = recordIsolation(helm);
  const findings: ChartFindings[] = [];
  for (const root of roots) {
    const valuesFiles = findValuesFiles(files, root);
    const toCheck = { files, root, valuesFiles, kubernetesVersion: target };
    const checkers = { helm: recorder.helm, compute };
    findings.push(await validateChartFiles(toCheck, checkers, { principal, signal }));
  }
  const isolation = recorder.weakest();
  return { ...toValidationReport(findings, target), ...(isolation !== undefined && { isolation }) };
}
