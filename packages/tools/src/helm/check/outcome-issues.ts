import type { HelmOutcome, MissingDependency } from '../helm-port.ts';
import type { Issue } from '../issue.ts';
import { parseHelmMessage } from './helm-message.ts';

/** Converts a dependency that could not be fetched to an issue; files are from the chart's folder on. */
export function toDependencyIssue({ name, version, repository, reason }: MissingDependency): Issue {
  return {
    severity: 'warning',
    source: 'dependencies',
    check: 'missing-dependency',
    message: `${[name, version].filter(Boolean).join(' ')}${repository && ` of ${repository}`} was left out. ${reason}`,
    file: 'Chart.yaml',
  };
}

/** Converts the failure to render a chart to issues; files are from the chart's folder on. */
export function toTemplateIssues({ message }: HelmOutcome, chartName: string): readonly Issue[] {
  return parseHelmMessage(message, chartName).map((found) => ({
    severity: 'error',
    source: found.check === 'values-schema' ? 'values' : 'template',
    ...found,
    ...suggest(found.message),
  }));
}

/** Common fixes for helm errors, by the error's text. */
const suggestions: readonly (readonly [RegExp, string])[] = [
  [
    /nil pointer evaluating/,
    'Give the value before the last dot a default in values.yaml, or guard the read with "with" or "if".',
  ],
  [/no template "/, 'Define it in templates/_helpers.tpl, or correct its name.'],
  [
    /found in Chart\.yaml, but missing in charts/,
    'Put the chart under charts/, or correct its entry under dependencies.',
  ],
  [/parse error|unexpected |unclosed action|unterminated/, 'Check the braces, quotes and "end" of the template.'],
  [/not valid YAML/, 'Check the indentation that "indent" and "nindent" give to what is put in.'],
  [/wrong type for value|can't evaluate field/, 'Check that the value has the form that the template reads.'],
  [/which is incompatible with Kubernetes/, 'Check kubeVersion in Chart.yaml.'],
];

/** Suggests a fix for a common helm error. */
function suggest(message: string): { readonly suggestion?: string } {
  const [, suggestion] = suggestions.find(([pattern]) => pattern.test(message)) ?? [];
  return suggestion === undefined ? {} : { suggestion };
}
