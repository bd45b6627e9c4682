import type { ToolCaller } from '../context/tool-caller.ts';
import { parseMap } from './dependency/chart-dependency.ts';
import type { Issue } from './check/issue.ts';
import { splitManifests } from './check/rendered-object.ts';
import { toDependencyIssue, toTemplateIssues } from './check/outcome-issues.ts';
import type { HelmPort, HelmRequest } from './helm-port.ts';

/** What a chart renders. */
export interface RenderedChart {
  readonly succeeded: boolean;
  /** What each template renders, by its path in the workspace; its documents are separated by `---`. */
  readonly manifests: ReadonlyMap<string, string>;
  readonly issues: readonly Issue[];
}

/** Renders a chart and sorts the manifests by template. Where there is no chart, nothing is rendered. */
export async function renderWorkspaceChart(
  request: HelmRequest,
  helm: HelmPort,
  { signal }: ToolCaller,
): Promise<RenderedChart> {
  const prefix = request.root === '' ? '' : `${request.root}/`;
  const chartYaml = request.files.get(`${prefix}Chart.yaml`);
  if (chartYaml === undefined) return { succeeded: true, manifests: new Map(), issues: [] };
  const chartName = String(parseMap(chartYaml)['name']);
  const outcome = await helm.template(request, signal);
  const problems = outcome.succeeded ? [] : toTemplateIssues(outcome, chartName);
  const manifests = new Map<string, string>();
  for (const { file, text } of outcome.succeeded ? splitManifests(outcome.output, chartName) : []) {
    const former = manifests.get(prefix + file);
    manifests.set(prefix + file, former === undefined ? text : `${former}---\n${text}`);
  }
  return {
    succeeded: outcome.succeeded,
    manifests,
    issues: [...outcome.missingDependencies.map(toDependencyIssue), ...problems].map((issue) =>
      issue.file === undefined ? issue : { ...issue, file: prefix + issue.file },
    ),
  };
}
