import type { HelmOutcome, MissingDependency } from '../helm-port.ts';
import { parseHelmMessage } from './helm-message.ts';
import type { Issue } from '../issue.ts';
import { suggest } from './suggestion.ts';

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
