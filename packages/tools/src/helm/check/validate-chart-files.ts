import type { ToolCaller } from '../../context/tool-caller.ts';
import type { HelmPort, HelmRequest } from '../helm-port.ts';
import { filesUnder } from '../dependency/prepare-chart.ts';
import { parseMap } from '../dependency/chart-dependency.ts';
import { checkPractice } from '../practice/check-practice.ts';
import { checkChartYaml } from './chart-yaml-check.ts';
import { checkDeprecations } from './deprecation-check.ts';
import { checkFiles } from './file-check.ts';
import { type Issue, sortIssues } from './issue.ts';
import { checkKubernetesSchemas } from './kubernetes-schema-check.ts';
import { parseLintFindings } from './lint-findings.ts';
import { toDependencyIssue, toTemplateIssues } from './outcome-issues.ts';
import { parseObjects, splitManifests } from './rendered-object.ts';
import { checkValues } from './values-check.ts';

/** A chart to check, and with which of its values files besides `values.yaml` alone. */
export interface ChartToCheck {
  readonly files: ReadonlyMap<string, string>;
  readonly root: string;
  readonly valuesFiles: readonly string[];
  readonly kubernetesVersion: string;
}

/** What the checks found. */
export interface ChartFindings {
  /** The worst first, each once; files are paths in the workspace. */
  readonly issues: readonly Issue[];
  /** Whether it was rendered at all: a chart whose own files cannot be read is not. */
  readonly attempted: boolean;
}

/** Checks a chart: its files, what helm says of it and what it renders, with every values file. */
export async function validateChartFiles(
  { files, root, valuesFiles, kubernetesVersion }: ChartToCheck,
  helm: HelmPort,
  caller: ToolCaller,
): Promise<ChartFindings> {
  const chartFiles = filesUnder(files, root);
  const issues: Issue[] = [...(await checkFiles(chartFiles, caller.signal))];
  const attempted = !issues.some(({ file = '' }) => isRead(file));
  if (attempted) {
    const chartYaml = chartFiles.get('Chart.yaml') ?? '';
    const { name, type } = parseMap(chartYaml);
    // A library is rendered in the charts that use it, with their values.
    const isLibrary = type === 'library';
    issues.push(...checkChartYaml(chartYaml), ...(isLibrary ? [] : checkValues(chartFiles)));
    const unreadable = new Set(issues.map(({ file }) => file));
    const readable = valuesFiles.filter((path) => !unreadable.has(fromRoot(path, root)));
    for (const values of [[], ...readable.map((path) => [path])]) {
      const { organizationId } = caller.principal;
      const request: HelmRequest = { organizationId, files, root, valuesFiles: values, kubernetesVersion };
      issues.push(...(await checkWithHelm(request, { helm, chartName: String(name), isLibrary, caller })));
    }
  }
  const prefix = root === '' ? '' : `${root}/`;
  const located = issues.map((issue) => (issue.file === undefined ? issue : { ...issue, file: prefix + issue.file }));
  return { issues: sortIssues(located), attempted };
}

/** Whether helm reads a file before anything else. */
function isRead(file: string): boolean {
  return ['Chart.yaml', 'values.yaml', 'values.schema.json'].includes(file);
}

interface HelmRun {
  readonly helm: HelmPort;
  readonly chartName: string;
  readonly isLibrary: boolean;
  readonly caller: ToolCaller;
}

async function checkWithHelm(
  request: HelmRequest,
  { helm, chartName, isLibrary, caller }: HelmRun,
): Promise<readonly Issue[]> {
  const { signal } = caller;
  const linting = helm.lint(request, signal);
  const rendering = isLibrary ? undefined : helm.template(request, signal);
  const [lint, rendered = { ...lint, succeeded: true, output: '' }] = await Promise.all([linting, rendering]);
  const issues = [
    ...rendered.missingDependencies.map(toDependencyIssue),
    ...(rendered.succeeded ? [] : toTemplateIssues(rendered, chartName)),
    ...parseLintFindings(lint.output, chartName),
    ...(rendered.succeeded ? await checkRendered(rendered.output, request, chartName) : []),
  ];
  const [valuesFile = 'values.yaml'] = request.valuesFiles.map((path) => fromRoot(path, request.root));
  return issues.map((issue) => (issue.check === 'values-schema' ? { ...issue, file: valuesFile } : issue));
}

function fromRoot(path: string, root: string): string {
  return root === '' ? path : path.slice(root.length + 1);
}

async function checkRendered(
  output: string,
  { files, root, kubernetesVersion = '' }: HelmRequest,
  chartName: string,
): Promise<readonly Issue[]> {
  const { objects, unreadable } = parseObjects(splitManifests(output, chartName));
  return [
    ...unreadable.map(
      ({ file, problem }): Issue => ({
        severity: 'error',
        source: 'kubernetes',
        check: 'no-object',
        message: `It renders what is no Kubernetes object: ${problem}`,
        file,
      }),
    ),
    ...(await checkKubernetesSchemas(objects)),
    ...checkDeprecations(objects, kubernetesVersion),
    // What an archive brings along is not the author's to mend.
    ...checkPractice(objects).filter(({ file = '' }) => files.has(root === '' ? file : `${root}/${file}`)),
  ];
}
