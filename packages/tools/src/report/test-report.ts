import { redactSecrets } from '@shipmate/domain/secrets';
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

const toName = (text: string): string => redactSecrets(text.slice(0, 4 * maxName)).slice(0, maxName);

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
      // Redacted before it is cut further, because a part of a secret is not recognized.
      const whole = relative(message).trim();
      const text = redactSecrets(cutMiddle(whole, 4 * maxMessage));
      const at = findPlace(text, file);
      failures.push({
        ...(file !== undefined && file !== '' && { file: toName(relative(file)) }),
        name: toName(name),
        message: cutMiddle(text, maxMessage, whole.length),
        ...(at !== undefined && { at }),
      });
    },
    report: () => ({ total: counts.passed + counts.failed + counts.skipped, ...counts, failures }),
  };
}

/** Shortens a text in its middle: pytest names the error and its place at the end. */
function cutMiddle(text: string, length: number, total = text.length): string {
  if (text.length <= length) return text;
  const notice = `\n[… the middle of ${total} characters is left out …]\n`;
  const head = Math.ceil((length - notice.length) / 2);
  return text.slice(0, head) + notice + text.slice(head + notice.length - length);
}

const place =
  /(?<![\w./@-])((?:[\w.@-]{1,100}\/){0,20}[\w.@-]{1,100}\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|groovy)):(\d{1,7}(?::\d{1,5})?)/g;

/** Returns the first place of a message that is in the checkout, not in a dependency; of a Java test, rather one in its own class. */
function findPlace(message: string, file = ''): string | undefined {
  const found = [...message.matchAll(place)].filter(
    ([, path = '']) => !/(?:^|\/)(?:node_modules|site-packages)\//.test(path),
  );
  const own = found.find(
    ([, path = '']) =>
      /\.(?:java|kt|groovy)$/.test(path) && `.${file}`.replace(/\$.*/, '').endsWith(`.${path.replace(/\.\w+$/, '')}`),
  );
  const [, path, position] = own ?? found[0] ?? [];
  return path === undefined ? undefined : `${path}:${position}`;
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
      const message = textOf(file['message']) || 'A hook failed: see the output.';
      collector.fail({ name: '(the file could not be run)', file: path, message });
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
  if (problems.length === 0 && isFileWithoutTests(test)) return;
  // A test of node:test that is still to do may fail: it does not fail the run.
  const isToDo = listOf(test['skipped']).some((skipped) => skipped['@type'] === 'todo');
  if (problems.length > 0 && !isToDo) {
    const own = decode(test['@file']) || decode(suite['@file']);
    const group = decode(test['@classname']).slice(0, 4 * maxName);
    const message = problems.map(toMessage).join('\n');
    // The `classname` of mocha and node:test is a group or the word "test", and that of Java, a class, at times without a package.
    const isClass =
      /^[\w$]+(?:\.[\w$]+)+$/.test(group) ||
      ['java', 'kt', 'groovy'].some((extension) => message.includes(`(${group.replace(/\$.*/, '')}.${extension}:`));
    collector.fail({ name: decode(test['@name']), file: own || (isClass ? group : ''), message });
  } else collector.add('skipped' in test ? 'skipped' : 'passed');
}

/** node:test counts a file in which no test ran as a test with the path of the file as its name; Node 22 names the file nowhere else. */
function isFileWithoutTests(test: Readonly<Record<string, unknown>>): boolean {
  if (test['@classname'] !== 'test') return false;
  const [name, file] = [decode(test['@name']), decode(test['@file'])];
  return file === '' ? /^\S+\.[cm]?[jt]sx?$/.test(name) : file.endsWith(name);
}

function toMessage(problem: unknown): string {
  if (!isObject(problem)) return decode(problem);
  const [message, text] = [decode(problem['@message']), decode(problem['#text']).trim()];
  return text.includes(message.trim()) ? text : `${message}\n${text}`;
}

/** Reads the events of `go test -json`: one JSON object a line, with Action, Package, Test and Output. */
function readGo(text: string, collector: Collector): boolean {
  const packages = new Map<string, ReturnType<typeof createGoPackage>>();
  const find = (name: string) => {
    const found = packages.get(name) ?? createGoPackage(name, collector);
    packages.set(name, found);
    return found;
  };
  let isReport = false;
  for (const line of text.split('\n')) {
    // Until go 1.23, the line of a package that was not built is plain.
    const unbuilt = /^FAIL\t(\S{1,500}) \[\w{1,20} failed\]/.exec(line)?.[1];
    if (unbuilt !== undefined) find(unbuilt).end(line);
    const event = line.startsWith('{') ? parseJson(line) : undefined;
    const { Action: action, ...fields } = isObject(event) ? event : {};
    isReport ||= unbuilt !== undefined || typeof action === 'string';
    const [name, test] = [textOf(fields['Package']) || textOf(fields['ImportPath']), textOf(fields['Test'])];
    if (textOf(action).endsWith('output')) find(name).write(test, textOf(fields['Output']));
    else if (test !== '') find(name).change(test, action);
    else if (action === 'fail') find(name).end(find(textOf(fields['FailedBuild'])).outputOf(''));
  }
  return isReport;
}

function createGoPackage(file: string, collector: Collector) {
  const outputs = new Map<string, string>();
  const open = new Set<string>();
  let hasFailed = false;
  const outputOf = (test: string): string => outputs.get(test) ?? '';
  const fail = (name: string, message: string): void => {
    hasFailed = true;
    collector.fail({ name, file, message });
  };
  return {
    outputOf,
    write: (test: string, output: string) => outputs.set(test, (outputOf(test) + output).slice(-maxMessage)),
    change(test: string, action: unknown) {
      if (action === 'run') open.add(test);
      else if (action === 'pass' || action === 'skip' || action === 'fail') open.delete(test);
      if (action === 'fail') fail(test, outputOf(test));
      else if (action === 'pass') collector.add('passed');
      else if (action === 'skip') collector.add('skipped');
    },
    end(message: string) {
      for (const test of open) fail(test, `${outputOf(test)}The test did not end.`);
      open.clear();
      if (!hasFailed) fail('(the package failed outside of its tests)', message + outputOf(''));
    },
  };
}

/** Reads the lines `test name ... ok` of each target, and the blocks `---- name stdout ----` that hold the messages of failures. */
function readLibtest(text: string, collector: Collector): boolean {
  const [, ...targets] = text.split(/^running \d{1,9} tests?$/m);
  for (const target of targets) {
    const [lines = '', ...blocks] = target.split(/^---- (.{1,500}?) stdout ----$/m);
    const messages = new Map<string, string>();
    for (let at = 0; at < blocks.length; at += 2) {
      messages.set(blocks[at] ?? '', blocks[at + 1]?.split(/^failures:$/m)[0] ?? '');
    }
    for (const [, name = '', outcome = ''] of lines.matchAll(/^test (.{1,500}?) \.\.\. (ok|FAILED|ignored)/gm)) {
      if (outcome === 'FAILED') {
        const message = messages.get(name.replace(/ - (?:should panic|compile(?: fail)?)$/, '')) ?? '';
        collector.fail({ name, message, file: /^(\S+\.rs) - /.exec(name)?.[1] });
      } else collector.add(outcome === 'ok' ? 'passed' : 'skipped');
    }
    if (!/^test result: /m.test(target)) collector.fail({ name: '(the tests ended early)', message: lines });
  }
  return targets.length > 0;
}

/** Reads a coverage summary in JSON (Istanbul's `json-summary`) or in the format of lcov; `undefined` for other texts. */
export function parseCoverage(text: string): TestCoverage | undefined {
  if (text.trimStart().startsWith('{')) {
    const summary = parseJson(text);
    const total = isObject(summary) && isObject(summary['total']) ? summary['total'] : {};
    const percent = (name: string): number | undefined => {
      const part = total[name];
      const percentage = isObject(part) ? part['pct'] : undefined;
      return typeof percentage === 'number' && Number.isFinite(percentage) ? percentage : undefined;
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
