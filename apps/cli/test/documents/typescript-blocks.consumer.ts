import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileCache, sourceArgs } from '../spawn-process.ts';
import { type CodeBlock, isDocumentedOutput } from './code-blocks.ts';
import { readCodeBlocks, readRepositoryFile, repository } from './repository.ts';

/** Maximum number of blocks that no test checks, over all documents and languages. Raise it only for a reason that a reviewer accepts. */
const maxIgnored = 2;

const blocks = await readCodeBlocks();
const typescript = blocks.filter(({ language, ignored }) => language === 'ts' && ignored === undefined);
/** Files that tests run and documents show in full. */
const examples = await Promise.all(
  ['examples/edit-chart.ts', 'examples/tools/check-kube-version.ts'].map((path) => readRepositoryFile(path)),
);
const snippets = typescript.filter(({ code }) => !examples.includes(code));
const programs = snippets.filter(({ isProgram }) => isProgram);
/** Folder of the blocks in each package that owns a document; imports resolve there as in the package itself. */
const folders = new Map<string, string>();

const nameOf = ({ document, line }: CodeBlock): string => `${document}:${line}`;
const ownerOf = ({ document }: CodeBlock): string => /^(?:packages|apps)\/[^/]+/.exec(document)?.[0] ?? 'apps/cli';
const fileOf = (block: CodeBlock): string =>
  join(folders.get(ownerOf(block)) ?? '', `${basename(block.document, '.md')}-line-${block.line}.ts`);

beforeAll(async () => {
  for (const owner of new Set(['apps/cli', ...snippets.map(ownerOf)])) {
    folders.set(owner, await mkdtemp(join(repository, owner, '.documents-')));
  }
  await Promise.all(snippets.map((block) => writeFile(fileOf(block), `${block.given}${block.code}`)));
});
afterAll(() => Promise.all([...folders.values()].map((folder) => rm(folder, { recursive: true }))));

it('TypeScript of the documents has no type errors', async () => {
  const config = join(folders.get('apps/cli') ?? '', 'tsconfig.json');
  const compilerOptions = { types: ['node'] };
  const options = { extends: `${repository}tsconfig.base.json`, compilerOptions, files: snippets.map(fileOf) };
  await writeFile(config, JSON.stringify(options));
  const compiler = join(repository, 'apps/cli/node_modules/typescript/bin/tsc');
  // Each further checker checks the types that it shares with others again.
  const args = [compiler, '-p', config, '--checkers', '1'];
  const errors = await promisify(execFile)(process.execPath, args, { cwd: repository }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  expect(errors).toBe('');
});

it.for(programs)('$document:$line prints its documented output', async (block) => {
  const { stdout } = await promisify(execFile)(process.execPath, [...sourceArgs, fileOf(block)], {
    cwd: folders.get(ownerOf(block)),
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, NODE_COMPILE_CACHE: compileCache },
    timeout: 280_000,
  });
  const isDocumented = block.output !== undefined && isDocumentedOutput(stdout, block.output);
  expect(isDocumented ? block.output : stdout).toBe(block.output);
});

it('a block of the documents is ignored only for a stated reason', () => {
  const ignored = blocks.filter((block) => block.ignored !== undefined);
  expect(ignored.length).toBeLessThanOrEqual(maxIgnored);
  expect(ignored.filter((block) => (block.ignored ?? '').length < 20).map(nameOf)).toEqual([]);
});

it('JSON of the documents parses', () => {
  const json = blocks.filter(({ language }) => language === 'json');
  expect(json).not.toEqual([]);
  for (const { code } of json) expect(() => JSON.parse(code)).not.toThrow();
});

it('the documents show the examples exactly as the files that tests run', () => {
  const shown = typescript.map(({ code }) => code);
  expect(examples.filter((file) => !shown.includes(file))).toEqual([]);
});
