import type { ComputePort } from '../../compute/compute-port.ts';
import type { ToolCaller } from '../../context/tool-caller.ts';
import { filesUnder } from '../dependency/prepare-chart.ts';
import type { HelmPort, HelmRequest } from '../helm-port.ts';
import { type Issue, sortIssues } from '../issue.ts';

/** A chart to validate, and its values files besides `values.yaml`. */
interface ChartToCheck {
  readonly files: ReadonlyMap<string, string>;
  readonly root: string;
  readonly valuesFiles: readonly string[];
  readonly kubernetesVersion: string;
}

/** The helm port and the parser of its output. */
export interface ChartCheckers {
  readonly helm: HelmPort;
  readonly compute: ComputePort;
}

/** The findings of the checks of one chart. */
export interface ChartFindings {
  /** The worst first, without duplicates; files are paths in the workspace. */
  readonly issues: readonly Issue[];
  /** False for a chart that was not rendered because its own files cannot be read. */
  readonly attempted: boolean;
}

/** Validates a chart: its files, helm's messages and the rendered objects, with every values file. */
export async function validateChartFiles(
  { files, root, valuesFiles, kubernetesVersion }: ChartToCheck,
  checkers: ChartCheckers,
  caller: ToolCaller,
): Promise<ChartFindings> {
  const chartFiles = filesUnder(files, root);
  const { issues: found, chart } = await checkers.compute.run('checkChartFiles', [chartFiles], caller);
  const issues: Issue[] = [...found];
  if (chart !== undefined) {
    const unreadable = new Set(issues.map(({ file }) => file));
    const readable = valuesFiles.filter((path) => !unreadable.has(fromRoot(path, root)));
    for (const values of [[], ...readable.map((path) => [path])]) {
      const { organizationId } = caller.principal;
      const request = { organizationId, files, root, valuesFiles: values, kubernetesVersion };
      issues.push(...(await checkWithHelm({ ...chart, request, paths: new Set(chartFiles.keys()) }, checkers, caller)));
    }
  }
  const prefix = root === '' ? '' : `${root}/`;
  const located = issues.map((issue) => (issue.file === undefined ? issue : { ...issue, file: prefix + issue.file }));
  return { issues: sortIssues(located), attempted: chart !== undefined };
}

interface HelmCheck {
  readonly name: string;
  readonly isLibrary: boolean;
  readonly request: HelmRequest & { readonly kubernetesVersion: string };
  readonly paths: ReadonlySet<string>;
}

async function checkWithHelm(
  { name: chartName, isLibrary, request, paths }: HelmCheck,
  { helm, compute }: ChartCheckers,
  caller: ToolCaller,
): Promise<readonly Issue[]> {
  const linting = helm.lint(request, caller.signal);
  const rendering = isLibrary ? undefined : helm.template(request, caller.signal);
  const [lint, rendered] = await Promise.all([linting, rendering]);
  const { kubernetesVersion, valuesFiles, root } = request;
  const run = { chartName, lint, rendered, kubernetesVersion, paths };
  const issues = await compute.run('checkHelmRun', [run], caller);
  const [valuesFile = 'values.yaml'] = valuesFiles.map((path) => fromRoot(path, root));
  return issues.map((issue) => (issue.check === 'values-schema' ? { ...issue, file: valuesFile } : issue));
}

function fromRoot(path: string, root: string): string {
  return root === '' ? path : path.slice(root.length + 1);
}
