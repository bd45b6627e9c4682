import { XMLParser } from 'fast-xml-parser';

/** The formats of test reports. `libtest` and `go` are the output of cargo and go themselves. */
export type ReportFormat = 'jest' | 'junit' | 'go' | 'libtest';

/** A test that failed. */
interface FailedTest {
  /** The path from the checkout, or the class of a Java test. */
  readonly file?: string;
  readonly name: string;
  readonly message: string;
  /** The first place of the message in the checkout: `path:line` and, where known, `:column`. */
  readonly at?: string;
}

/** The results of a test run. */
export interface TestReport {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** At most 50; `failed` counts all. */
  readonly failures: readonly FailedTest[];
}

/** Percentages of the covered code. */
interface TestCoverage {
  readonly lines: number;
  readonly functions?: number;
  readonly branches?: number;
}

const maxFailures = 50;
const maxMessage = 4_000;
const maxName = 500;

/**
 * Reads the reports of one test run. `root` is the checkout, which is left out of paths. Returns `undefined` when a text is not a report
 * of its format.
 *
 * Formats: the JSON of Jest and Vitest, JUnit XML (node:test, mocha's xunit, bun, pytest, Surefire, Gradle), `go test -json`, and the lines
 * of Rust's libtest.
 */
export function parseTestReport(format: ReportFormat, texts: readonly string[], root: string): TestReport | undefined {
  const collector = createCollector(root);
  const read = { jest: readJest, junit: readJunit, go: readGo, libtest: readLibtest }[format];
  const areReports = texts.map((text) => read(text, collector));
  return areReports.length > 0 && areReports.every(Boolean) ? collector.report() : undefined;
}

interface Collector {
  add(outcome: 'passed' | 'skipped'): void;
  fail(test: { readonly name: string; readonly message: string; readonly file?: string | undefined }): void;
  report(): TestReport;
}

function createCollector(root: string): Collector {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: FailedTest[] = [];
  const relative = (text: string): string =>
    root === '' ? text : text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '');
  return {
    add(outcome) {
      counts[outcome] += 1;
    },
    fail({ name, message, file }) {
      counts.failed += 1;
      if (failures.length >= maxFailures) return;
      const text = relative(message.slice(0, 4 * maxMessage)).slice(0, maxMessage);
      const at = findPlace(text);
      failures.push({
        ...(file !== undefined && file !== '' && { file: relative(file).slice(0, maxName) }),
        name: name.slice(0, maxName),
        message: text.trim(),
        ...(at !== undefined && { at }),
      });
    },
    report: () => ({ total: counts.passed + counts.failed + counts.skipped, ...counts, failures }),
  };
}

const place =
  /(?<![\w./@-])((?:[\w.@-]{1,100}\/){0,20}[\w.@-]{1,100}\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|groovy)):(\d{1,7}(?::\d{1,5})?)/g;

/** Returns the first place of a message that is in the checkout, not in a dependency. */
function findPlace(message: string): string | undefined {
  for (const [, path = '', position = ''] of message.matchAll(place)) {
    if (!/(?:^|\/)(?:node_modules|site-packages)\//.test(path)) return `${path}:${position}`;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

function readJest(text: string, collector: Collector): boolean {
  const report = parseJson(text);
  if (!isObject(report) || !Array.isArray(report['testResults'])) return false;
  for (const file of listOf(report['testResults'])) {
    const tests = listOf(file['assertionResults']);
    const path = textOf(file['name']);
    for (const test of tests) {
      const name = textOf(test['fullName']) || textOf(test['title']);
      const messages = Array.isArray(test['failureMessages']) ? test['failureMessages'].map(textOf) : [];
      if (test['status'] === 'passed') collector.add('passed');
      else if (test['status'] === 'failed') collector.fail({ name, file: path, message: messages.join('\n') });
      else collector.add('skipped');
    }
    // A file that cannot be loaded has no tests, only a message.
    if (file['status'] === 'failed' && !tests.some(({ status }) => status === 'failed')) {
      collector.fail({ name: '(the file could not be run)', file: path, message: textOf(file['message']) });
    }
  }
  return true;
}

/** Without entities: a report is written by code of the repository. */
const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
});

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decode(value: unknown): string {
  return textOf(value).replace(
    /&(?:#(x[\da-f]{1,6}|\d{1,7})|(lt|gt|quot|apos|amp));/gi,
    (whole, code?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const point = code?.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number(code);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
    },
  );
}

function readJunit(text: string, collector: Collector): boolean {
  let document: unknown;
  try {
    document = xml.parse(text);
  } catch {
    return false;
  }
  if (!isObject(document) || !('testsuites' in document || 'testsuite' in document)) return false;
  const pending = [...listOf(document['testsuites']), ...listOf(document['testsuite'])];
  for (let suite = pending.pop(); suite !== undefined; suite = pending.pop()) {
    for (const test of listOf(suite['testcase'])) readCase(test, suite, collector);
    // `<testcase/>` without attributes and text is an empty text, and counts for nothing.
    pending.push(...listOf(suite['testsuite']));
  }
  return true;
}

function readCase(
  test: Readonly<Record<string, unknown>>,
  suite: Readonly<Record<string, unknown>>,
  collector: Collector,
): void {
  const problems = ['failure', 'error'].flatMap((kind) => {
    const value = test[kind];
    return value === undefined ? [] : Array.isArray(value) ? (value as readonly unknown[]) : [value];
  });
  // node:test counts a file in which no test ran as a test with the path of the file as its name.
  if (problems.length === 0 && test['@classname'] === 'test' && decode(test['@file']).endsWith(decode(test['@name'])))
    return;
  // A test of node:test that is still to do may fail: it does not fail the run.
  const isToDo = listOf(test['skipped']).some((skipped) => skipped['@type'] === 'todo');
  if (problems.length > 0 && !isToDo) {
    const own = decode(test['@file']) || decode(suite['@file']);
    // The `classname` of mocha and node:test is a group or the word "test", and that of Java, a class.
    const file = own || (/^[\w$]+(?:\.[\w$]+)+$/.test(decode(test['@classname'])) ? decode(test['@classname']) : '');
    collector.fail({ name: decode(test['@name']), file, message: problems.map(toMessage).join('\n') });
  } else collector.add('skipped' in test ? 'skipped' : 'passed');
}

function toMessage(problem: unknown): string {
  if (!isObject(problem)) return decode(problem);
  const [message, text] = [decode(problem['@message']), decode(problem['#text']).trim()];
  return text.includes(message.trim()) ? text : `${message}\n${text}`;
}

/** Reads the events of `go test -json`: one JSON object a line, with Action, Package, Test and Output. */
function readGo(text: string, collector: Collector): boolean {
  const outputs = new Map<string, string>();
  let isReport = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('{')) continue;
    const event = parseJson(line);
    if (!isObject(event) || typeof event['Action'] !== 'string') continue;
    isReport = true;
    const { Action: action } = event;
    const [group, test] = [textOf(event['Package']), textOf(event['Test'])];
    const key = `${group} ${test}`;
    if (action === 'output') outputs.set(key, ((outputs.get(key) ?? '') + textOf(event['Output'])).slice(-maxMessage));
    if (test === '') {
      // A package that fails without a failed test did not compile.
      const hasFailed =
        action === 'fail' && ![...outputs.keys()].some((each) => each.startsWith(`${group} `) && each !== key);
      if (hasFailed)
        collector.fail({ name: '(the package could not be tested)', file: group, message: outputs.get(key) ?? '' });
    } else if (action === 'pass') collector.add('passed');
    else if (action === 'skip') collector.add('skipped');
    else if (action === 'fail') collector.fail({ name: test, file: group, message: outputs.get(key) ?? '' });
  }
  return isReport;
}

/** Reads the lines `test name ... ok`, and the blocks `---- name stdout ----` that hold the messages of failures. */
function readLibtest(text: string, collector: Collector): boolean {
  const messages = new Map<string, string>();
  for (const block of text.split(/^---- /m).slice(1)) {
    const [, name = ''] = /^(\S{1,500}) stdout ----$/m.exec(block.slice(0, 600)) ?? [];
    const [message = ''] = block.slice(block.indexOf('\n') + 1).split(/^failures:$/m);
    messages.set(name, message);
  }
  let isReport = false;
  for (const [, name = '', outcome = ''] of text.matchAll(/^test (.{1,500}?) \.\.\. (ok|FAILED|ignored)/gm)) {
    isReport = true;
    if (outcome === 'FAILED') collector.fail({ name, message: messages.get(name) ?? '' });
    else collector.add(outcome === 'ok' ? 'passed' : 'skipped');
  }
  return isReport || /^test result: /m.test(text);
}

/** Reads a coverage summary in JSON (Istanbul's `json-summary`) or in the format of lcov; `undefined` for other texts. */
export function parseCoverage(text: string): TestCoverage | undefined {
  if (text.trimStart().startsWith('{')) {
    const summary = parseJson(text);
    const total = isObject(summary) && isObject(summary['total']) ? summary['total'] : {};
    const percent = (name: string): number | undefined => {
      const part = total[name];
      return isObject(part) && typeof part['pct'] === 'number' ? part['pct'] : undefined;
    };
    return toCoverage(percent('lines'), percent('functions'), percent('branches'));
  }
  const sums = new Map<string, number>();
  for (const [, name = '', count = ''] of text.matchAll(/^(LF|LH|FNF|FNH|BRF|BRH):(\d{1,9})$/gm)) {
    sums.set(name, (sums.get(name) ?? 0) + Number(count));
  }
  const share = (hit: string, found: string): number | undefined => {
    const all = sums.get(found) ?? 0;
    return all === 0 ? undefined : Math.round(((sums.get(hit) ?? 0) / all) * 10_000) / 100;
  };
  return toCoverage(share('LH', 'LF'), share('FNH', 'FNF'), share('BRH', 'BRF'));
}

function toCoverage(lines?: number, functions?: number, branches?: number): TestCoverage | undefined {
  if (lines === undefined) return undefined;
  return { lines, ...(functions !== undefined && { functions }), ...(branches !== undefined && { branches }) };
}
