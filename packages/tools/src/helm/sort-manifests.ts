import type { Issue } from './issue.ts';
import { toDependencyIssue, toTemplateIssues } from './check/outcome-issues.ts';
import { splitManifests } from './rendered-object.ts';
import { parseMap } from './dependency/chart-dependency.ts';
import type { HelmOutcome } from './helm-port.ts';
import type { Isolation } from '../process/isolation/isolator.ts';

/** The rendered manifests of a chart. */
export interface RenderedChart {
  readonly succeeded: boolean;
  /** The output of each template, by its path in the workspace; its documents are separated by `---`. */
  readonly manifests: ReadonlyMap<string, string>;
  readonly issues: readonly Issue[];
  /** The program that isolated helm; absent when helm did not run. */
  readonly isolation?: Isolation | undefined;
}

/** The output of `helm template` for a chart of a workspace. */
interface TemplateRun {
  readonly chartYaml: string;
  /** The prefix of the chart's paths in the workspace. */
  readonly prefix: string;
  readonly outcome: HelmOutcome;
}

/** Sorts the output of `helm template` by template. */
export function sortManifests({ chartYaml, prefix, outcome }: TemplateRun): RenderedChart {
  const chartName = String(parseMap(chartYaml)['name']);
  const problems = outcome.succeeded ? [] : toTemplateIssues(outcome, chartName);
  const manifests = new Map<string, string>();
  for (const { file, text } of outcome.succeeded ? splitManifests(outcome.output, chartName) : []) {
    const former = manifests.get(prefix + file);
    manifests.set(prefix + file, former === undefined ? text : `${former}---\n${text}`);
  }
  return {
    succeeded: outcome.succeeded,
    manifests,
    isolation: outcome.isolation,
    issues: [...outcome.missingDependencies.map(toDependencyIssue), ...problems].map((issue) =>
      issue.file === undefined ? issue : { ...issue, file: prefix + issue.file },
    ),
  };
}
