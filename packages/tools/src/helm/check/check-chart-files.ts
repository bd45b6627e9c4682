import { findYamlProblem } from '../../compute/find-yaml-problem.ts';
import { isPlainYaml } from '../../yaml/is-plain-yaml.ts';
import { parseMap } from '../dependency/chart-dependency.ts';
import { capIssues } from './cap-issues.ts';
import { checkChartYaml } from './chart-yaml-check.ts';
import type { Issue } from '../issue.ts';
import { checkValues } from './values-check.ts';

/** The findings about a chart's own files, and the data of its `Chart.yaml` if helm can read it. */
export interface ChartFilesCheck {
  readonly issues: readonly Issue[];
  /** Absent when helm cannot read the chart because one of the files that it reads first is invalid. */
  readonly chart?: { readonly name: string; readonly isLibrary: boolean };
}

/** Checks the files of one chart, by path from its folder, without rendering it. */
export function checkChartFiles(files: ReadonlyMap<string, string>): ChartFilesCheck {
  const issues = [...files].flatMap(([file, content]) => checkFile(file, content));
  if (issues.some(({ file = '' }) => isReadFirst(file))) return { issues };
  const chartYaml = files.get('Chart.yaml') ?? '';
  const { name, type } = parseMap(chartYaml);
  // A library is rendered in the charts that use it, with their values.
  const isLibrary = type === 'library';
  return {
    issues: capIssues([...issues, ...checkChartYaml(chartYaml), ...(isLibrary ? [] : checkValues(files))]),
    chart: { name: String(name), isLibrary },
  };
}

/** Returns true if helm reads a file before all others. */
function isReadFirst(file: string): boolean {
  return ['Chart.yaml', 'values.yaml', 'values.schema.json'].includes(file);
}

/** Checks that a file that should be plain YAML or a JSON schema is valid. */
function checkFile(file: string, content: string): readonly Issue[] {
  if (isPlainYaml(file)) {
    const problem = findYamlProblem(content);
    return problem ? [{ severity: 'error', source: 'files', check: 'yaml', file, ...problem }] : [];
  }
  const message = file.endsWith('values.schema.json') ? findJsonProblem(content) : undefined;
  return message === undefined ? [] : [{ severity: 'error', source: 'files', check: 'json', message, file }];
}

function findJsonProblem(content: string): string | undefined {
  try {
    JSON.parse(content);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
