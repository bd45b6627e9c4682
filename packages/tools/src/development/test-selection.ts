import { AppError } from '@shipmate/core/tool';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import type { Checkout } from '../checkout/checkout-port.ts';
import { listVisibleFiles } from '../checkout/checkout-search.ts';
import { listCheckout } from '../checkout/list-checkout.ts';
import type { TestRunner } from './choose-runner.ts';

const javaScript = {
  code: /\.[cm]?[jt]sx?$/,
  tests: /(?:^|\/)(?:test\/.*|(?:[^/]*[._-])?test|test-[^/]*|[^/]*\.spec)\.[cm]?[jt]sx?$/,
};
const java = {
  code: /\.(?:java|kt|groovy|scala)$/,
  tests: /(?:^|\/)src\/[^/]*test[^/]*\/[a-z]+\/.*\.(?:java|kt|groovy|scala)$/i,
};

/** The files of a runner's language, and those of them that hold tests. */
const languages: Readonly<Record<TestRunner, { readonly code: RegExp; readonly tests: RegExp }>> = {
  vitest: javaScript,
  jest: javaScript,
  mocha: javaScript,
  'node:test': javaScript,
  bun: javaScript,
  pytest: { code: /\.py$/, tests: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/ },
  go: { code: /\.go$/, tests: /_test\.go$/ },
  cargo: { code: /\.rs$/, tests: /(?:^|\/)(?:tests\/\w[\w-]*(?:\/main)?|src\/.*)\.rs$/ },
  maven: java,
  gradle: java,
};

/** Returns true for a pattern that can be a part of a path; others select tests by name. */
export function isPath(pattern: string): boolean {
  return /[/\\*]|\.[a-z]{1,5}$/i.test(pattern);
}

/**
 * Returns true for a pattern that is a path although no known test has it. `Cart.add` is rather a name, and so is a text with a space and a
 * slash, such as "GET /users".
 */
export function isOtherPath(pattern: string): boolean {
  return /[/\\*]|\.[cm]?[jt]sx?$/i.test(pattern) && !/\s/.test(pattern);
}

/** Returns a regular expression for the names that a pattern is a part of, and for those that it matches as an expression itself. */
export function toNameExpression(pattern: string): string {
  if (!/[$()*+?[\\\]^{|}]/.test(pattern)) return pattern;
  const literal = pattern.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  try {
    return `${literal}|${new RegExp(pattern).source}`;
  } catch {
    return literal;
  }
}

/** Returns an expression of pytest for the names that hold all words of a pattern, unless the pattern is such an expression. */
export function toKeywords(pattern: string): string {
  if (/(?:^|[\s(])(?:and|or|not)(?:[\s(]|$)/.test(pattern)) return pattern;
  const words = pattern.split(/[^\p{L}\p{N}_:+.[\]\\/-]+/u).filter((word) => word !== '');
  return words.length === 0 ? pattern : words.join(' and ');
}

/** Runners that get a pattern without asterisks instead of the files. */
const findsFiles: ReadonlySet<TestRunner> = new Set(['vitest', 'jest', 'bun', 'pytest']);

/** The most files that are named in a command, whose length the system limits. */
const maxSelected = 1_000;

/** Options for {@link findTestFiles}. */
interface FindTestFilesOptions {
  readonly runner: TestRunner;
  readonly pattern: string;
  readonly checkout: Checkout;
  /** The path of the folder of the files in the checkout. */
  readonly within: string;
  readonly signal: AbortSignal;
}

/**
 * Returns the files of tests that a pattern selects as their path, their folder or a part of their path.
 *
 * @throws AppError `PAYLOAD_TOO_LARGE` for more than a command can name.
 */
export async function findTestFiles(
  files: CheckoutFiles,
  { runner, pattern, checkout, within, signal }: FindTestFilesOptions,
): Promise<readonly string[]> {
  const language = languages[runner];
  const { paths, truncated } = await listCheckout(files, {
    signal,
    matches: (path) => language.code.test(path),
    opens: (name) => !name.startsWith('.') && name !== 'node_modules',
    maxFolders: 5_000,
    maxFiles: 20_000,
  });
  const wanted = pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (paths.includes(wanted)) return [wanted];
  const tests = paths.filter((path) => language.tests.test(path));
  const selected = await selectTests(tests, { runner, pattern, checkout, within, wanted, signal });
  if (
    (findsFiles.has(runner) && !wanted.includes('*')) ||
    (selected.length <= maxSelected && !(truncated && selected.length > 0))
  )
    return selected;
  const count = truncated ? 'tests of a folder with more files than are searched' : `${selected.length} files`;
  throw new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `The testPattern selects ${count}, and at most ${maxSelected} are named in a command. Give a smaller folder, also in workingDirectory, or leave testPattern out.`,
    details: { field: 'testPattern' },
  });
}

async function selectTests(
  tests: readonly string[],
  { runner, pattern, checkout, within, wanted, signal }: FindTestFilesOptions & { readonly wanted: string },
): Promise<readonly string[]> {
  const inFolder = tests.filter((path) => path.startsWith(`${wanted}/`));
  // A folder of Go is one package.
  const direct = inFolder.filter((path) => !path.slice(wanted.length + 1).includes('/'));
  if (runner === 'go' && direct.length > 0) return direct;
  if (inFolder.length > 0 || !isPath(pattern) || wanted === '') return inFolder;
  if (!wanted.includes('*')) return tests.filter((path) => `/${path}`.includes(`/${wanted}`));
  const matching = await findMatching({ checkout, filePattern: `**/${wanted}`, within, signal });
  return tests.filter((path) => matching.has(path));
}

/** Returns the paths that match a glob; none for a text that is no glob, and may be the name of a test. */
async function findMatching(search: Parameters<typeof listVisibleFiles>[0]): Promise<ReadonlySet<string>> {
  try {
    return new Set((await listVisibleFiles(search)).paths);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'VALIDATION_ERROR') return new Set();
    throw thrown;
  }
}

/** Returns the arguments of cargo for files: targets of integration tests, or the modules of sources. */
export function toCargoArguments(files: readonly string[]): readonly string[] {
  const targets = files.flatMap((path) => {
    const [, folder = '', target] = /^(?:(.*)\/)?tests\/(\w[\w-]*?)(?:\/main)?\.rs$/.exec(path) ?? [];
    return target === undefined ? [] : [{ folder, args: ['--test', target] }];
  });
  const sources = files.flatMap((path) => {
    const [, folder = '', source] = /^(?:(.*)\/)?src\/(\w[\w/]*?)(?:\/mod)?\.rs$/.exec(path) ?? [];
    if (source === undefined) return [];
    const crate = { lib: ['--lib'], main: ['--bins'] }[source];
    return [{ folder, args: crate ?? [`${source.replaceAll('/', '::')}::`] }];
  });
  const chosen = targets.length > 0 ? targets : sources.slice(0, 1);
  const folders = new Set(chosen.map(({ folder }) => folder));
  const [folder = ''] = folders;
  const crates = folders.size > 1 ? ['--workspace'] : folder === '' ? [] : ['--manifest-path', `${folder}/Cargo.toml`];
  return [...crates, ...chosen.flatMap(({ args }) => args)];
}

/** Returns the names of the classes in files of Java and its relatives, with their packages. */
export function toClassNames(files: readonly string[]): readonly string[] {
  const names = files.map((path) =>
    path
      .replace(/^(?:.*\/)?src\/[^/]+\/[a-z]+\//, '')
      .replace(/\.\w+$/, '')
      .replaceAll('/', '.'),
  );
  return [...new Set(names)].filter((name) => /^[\w$.]+$/.test(name));
}

/** Returns the packages of files of Go. */
export function toGoPackages(files: readonly string[]): readonly string[] {
  return [...new Set(files.map((path) => `./${path.slice(0, Math.max(path.lastIndexOf('/'), 0))}`))];
}
