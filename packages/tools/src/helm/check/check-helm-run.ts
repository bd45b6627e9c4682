import type { HelmOutcome } from '../helm-port.ts';
import { checkPractice } from '../practice/check-practice.ts';
import { capIssues } from './cap-issues.ts';
import { checkDeprecations } from './deprecation-check.ts';
import type { Issue } from '../issue.ts';
import { checkKubernetesSchemas } from './kubernetes-schema-check.ts';
import { parseLintFindings } from './lint-findings.ts';
import { toDependencyIssue, toTemplateIssues } from './outcome-issues.ts';
import { parseObjects, splitManifests } from '../rendered-object.ts';

/** The output of helm for one chart with one values file. */
export interface HelmRun {
  readonly chartName: string;
  readonly lint: HelmOutcome;
  /** Absent for a library, which is not rendered. */
  readonly rendered?: HelmOutcome | undefined;
  readonly kubernetesVersion: string;
  /** Paths of the chart's files, from its folder. */
  readonly paths: ReadonlySet<string>;
}

/** Parses the issues in helm's output, and checks the rendered objects. */
export async function checkHelmRun(run: HelmRun): Promise<readonly Issue[]> {
  const { chartName, lint, rendered } = run;
  const { missingDependencies } = rendered ?? lint;
  return capIssues([
    ...missingDependencies.map(toDependencyIssue),
    ...(rendered === undefined || rendered.succeeded ? [] : toTemplateIssues(rendered, chartName)),
    ...parseLintFindings(lint.output, chartName),
    ...(rendered?.succeeded ? await checkManifests(rendered.output, run) : []),
  ]);
}

async function checkManifests(
  output: string,
  { chartName, kubernetesVersion, paths }: HelmRun,
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
    // The author of this chart cannot fix a template of an archived dependency.
    ...checkPractice(objects).filter(({ file = '' }) => paths.has(file)),
  ];
}
