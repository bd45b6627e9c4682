/** An error message of helm about a chart, and its location. */
interface HelmMessage {
  readonly message: string;
  /** From the chart's folder on. */
  readonly file?: string;
  /** Of the file; never one of the rendered text. */
  readonly line?: number;
  /** The Shipmate check to which the message belongs. */
  readonly check: 'template-error' | 'rendered-yaml' | 'file-yaml' | 'values-schema' | 'helm';
}

/** Parses the error text of a command of helm 3 or 4 for the chart named `chartName`. */
export function parseHelmMessage(text: string, chartName: string): readonly HelmMessage[] {
  const cleaned = text
    .replace(/^(?:.*\n)*?Error: /, '')
    .replace(/\n+Use --debug flag to render out invalid YAML/, '')
    .trim();
  const [, violations] = /values don't meet the specifications[^\n]*\n([^]*)$/.exec(cleaned) ?? [];
  if (violations !== undefined) return parseSchemaViolations(violations);
  return [parseFileYaml(cleaned) ?? parseRenderedYaml(cleaned, chartName) ?? parseTemplateError(cleaned, chartName)];
}

/** Parses the lines that report values which violate `values.schema.json`. */
export function parseSchemaViolations(text: string): readonly HelmMessage[] {
  return [...text.matchAll(/^ *- (.+)$/gm)].map(([, message = '']) => ({ check: 'values-schema', message }));
}

function parseFileYaml(text: string): HelmMessage | undefined {
  const { file, line, problem } =
    /^(?:cannot load|failed to parse) (?<file>\S+): .*?yaml: line (?<line>\d+): (?<problem>[^]*)$/.exec(text)?.groups ??
    {};
  if (file === undefined || problem === undefined) return undefined;
  return { check: 'file-yaml', message: `Helm cannot read it: ${toSentence(problem)}`, file, line: Number(line) };
}

function parseRenderedYaml(text: string, chartName: string): HelmMessage | undefined {
  const pattern =
    /^(?:YAML parse error on (?<file>\S+): |unable to parse YAML: )(?:error converting YAML to JSON: )?(?<problem>[^]*)$/;
  const { file, problem = '' } = pattern.exec(text)?.groups ?? {};
  if (problem === '') return undefined;
  const message = `What it renders is not valid YAML: ${toSentence(problem.replace(/^yaml: (line \d+)?/, (_all, line: string | undefined) => (line ? `rendered ${line}` : '')))}`;
  return { check: 'rendered-yaml', message, ...(file === undefined ? {} : { file: withoutChart(file, chartName) }) };
}

/** Of nested templates, the innermost one is the location of the error. */
function parseTemplateError(text: string, chartName: string): HelmMessage {
  const places = [...text.matchAll(new RegExp(`${escape(chartName)}/([^\\s:"()]+):(\\d+)(?::\\d+)?`, 'g'))];
  const place = places.at(-1);
  if (!place) return { check: 'helm', message: toSentence(text) };
  const [whole, file = '', line] = place;
  const message = text
    .slice(place.index + whole.length)
    .replace(/^[\s):]*(?:executing "[^"]*" )?/, '')
    .replace(/\btemplate: (no template)/, '$1');
  return { check: 'template-error', message: toSentence(message), file, line: Number(line) };
}

function withoutChart(file: string, chartName: string): string {
  return file.startsWith(`${chartName}/`) ? file.slice(chartName.length + 1) : file;
}

function toSentence(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
