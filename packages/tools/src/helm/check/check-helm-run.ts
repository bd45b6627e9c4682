import { coerce, gte } from 'semver';
import type { HelmOutcome } from '../helm-port.ts';
import type { Issue } from '../issue.ts';
import { checkPractice } from '../practice/check-practice.ts';
import { parseObjects, type RenderedObject, splitManifests } from '../rendered-object.ts';
import { apiDeprecations } from './api-deprecations.ts';
import { capIssues } from './cap-issues.ts';
import { parseHelmMessage, parseSchemaViolations } from './helm-message.ts';
import { checkKubernetesSchemas } from './kubernetes-schema-check.ts';
import { toDependencyIssue, toTemplateIssues } from './outcome-issues.ts';

/** The output of helm for one chart with one values file. */
interface HelmRun {
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

const severities = { ERROR: 'error', WARNING: 'warning', INFO: 'info' } as const;

/** Parses the findings of `helm lint`; files are from the chart's folder on. */
function parseLintFindings(output: string, chartName: string): readonly Issue[] {
  const blocks = output.split(/^(?=\[(?:INFO|WARNING|ERROR)\] )/m).slice(1);
  return blocks.flatMap((block) => {
    const [, level, path = '', text = ''] =
      /^\[(INFO|WARNING|ERROR)\] ([^:\n]*): ([^]*?)(?:\n\n[^]*)?$/.exec(block) ?? [];
    const severity = severities[level as keyof typeof severities];
    const found = path === 'values.yaml' && severity === 'error' ? parseSchemaViolations(text) : [];
    const messages = found.length > 0 ? found : parseHelmMessage(text, chartName);
    return messages.map((message) => ({
      severity,
      source: message.check === 'helm' ? ('lint' as const) : sourceOf[message.check],
      file: path.endsWith('/') || path === '' || path === 'chart' ? undefined : path,
      ...message,
      check: message.check === 'helm' ? 'helm-lint' : message.check,
    }));
  });
}

const sourceOf = {
  'template-error': 'template',
  'rendered-yaml': 'template',
  'file-yaml': 'files',
  'values-schema': 'values',
} as const;

/** Finds objects whose API version the target Kubernetes does not serve or has deprecated. */
function checkDeprecations(objects: readonly RenderedObject[], kubernetesVersion: string): readonly Issue[] {
  return objects.flatMap(({ apiVersion, kind, name, file }) => {
    const known = apiDeprecations.find((entry) => entry.apiVersion === apiVersion && entry.kinds.includes(kind));
    if (!known || !isAtLeast(kubernetesVersion, known.deprecatedIn)) return [];
    const isRemoved = isAtLeast(kubernetesVersion, known.removedIn);
    return [
      {
        severity: isRemoved ? ('error' as const) : ('warning' as const),
        source: 'kubernetes' as const,
        check: 'deprecated-api',
        resource: `${kind}/${name}`,
        message: `${apiVersion} of ${kind} is ${isRemoved ? `not served since Kubernetes ${known.removedIn}` : `deprecated since Kubernetes ${known.deprecatedIn} and gone in ${known.removedIn}`}; the target is ${kubernetesVersion}.`,
        file,
        suggestion: known.replacement
          ? `Use apiVersion: ${known.replacement}, and mind that its fields may differ.`
          : 'Remove it; nothing replaces it under another version.',
      },
    ];
  });
}

function isAtLeast(version: string, minimum: string): boolean {
  return gte(coerce(version) ?? '0.0.0', coerce(minimum) ?? '0.0.0');
}
