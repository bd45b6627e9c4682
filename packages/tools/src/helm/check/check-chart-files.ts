import { parseYamlDocuments } from '@shipmate/domain/yaml';
import { valid } from 'semver';
import { LineCounter } from 'yaml';
import { z } from 'zod';
import { findYamlProblem } from '../../compute/find-yaml-problem.ts';
import { isPlainYaml } from '../../yaml/is-plain-yaml.ts';
import { parseMap } from '../dependency/chart-dependency.ts';
import type { Issue } from '../issue.ts';
import { capIssues } from './cap-issues.ts';
import { checkValues } from './values-check.ts';

/** The findings about a chart's own files, and the data of its `Chart.yaml` if helm can read it. */
interface ChartFilesCheck {
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

const text = z.string();
const dependencySchema = z.object({
  name: text.min(1),
  version: text.optional(),
  repository: text.optional(),
  alias: text.regex(/^[A-Za-z0-9_-]+$/, 'may hold letters, digits, "-" and "_" only').optional(),
  condition: text.optional(),
  tags: z.array(text).nullish(),
});

const chartSchema = z.object({
  apiVersion: z.enum(['v1', 'v2'], 'must be v2'),
  name: text.regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be lower-case letters, digits and "-"').max(250),
  version: text.refine((version) => valid(version) !== null, 'must be a semantic version such as 0.1.0'),
  type: z.enum(['application', 'library'], 'must be application or library').nullish(),
  appVersion: text.nullish(),
  description: text.nullish(),
  kubeVersion: text.nullish(),
  keywords: z.array(text).nullish(),
  maintainers: z.array(z.object({ name: text })).nullish(),
  dependencies: z.array(dependencySchema).nullish(),
});

/** Checks a `Chart.yaml` that is readable as YAML. */
function checkChartYaml(content: string): readonly Issue[] {
  const lineCounter = new LineCounter();
  const [document] = parseYamlDocuments(content, { lineCounter, logLevel: 'silent' });
  const problems = chartSchema.safeParse(parseMap(content)).error?.issues ?? [];

  /** Returns the line of the nearest existing node. */
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let end = path.length; end > 0; end -= 1) {
      const node: unknown = document?.getIn(path.slice(0, end), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range)) return lineCounter.linePos(Number(range[0])).line;
    }
    return 1;
  };
  const toIssue = (severity: Issue['severity'], path: readonly PropertyKey[], message: string): Issue => ({
    severity,
    source: 'chart',
    check: 'chart-yaml',
    message: `${path.join('.') || 'Chart.yaml'} ${message}`,
    file: 'Chart.yaml',
    line: lineOf(path),
  });

  const isOld = problems.length === 0 && document?.get('apiVersion') === 'v1';
  return [
    ...problems.map(({ path, message }) => toIssue('error', path, message)),
    ...(isOld ? [toIssue('warning', ['apiVersion'], 'is v1, that of Helm 2; v2 is the current one.')] : []),
  ];
}
