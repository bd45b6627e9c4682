import { cp, readdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findCodeBlocks, isDocumentedOutput } from '../../apps/cli/test/documents/code-blocks.ts';
import { writeNpmrc } from './install-consumer.ts';
import { type RunningProgram, requireProgram, startProgram } from './run-program.ts';

/** Options for {@link checkExamples}. */
export interface ExampleOptions {
  /** The folder of the examples in the repository. */
  readonly examples: string;
  readonly registryUrl: string;
  readonly nodes: readonly string[];
}

/** Copies each example to an empty folder, and follows its README command by command on each Node.js. Returns their names. */
export async function checkExamples(
  folder: string,
  { examples, registryUrl, nodes }: ExampleOptions,
): Promise<string[]> {
  const entries = await readdir(examples, { withFileTypes: true });
  const names = entries.map(({ name }) => name).filter((name) => existsSync(join(examples, name, 'README.md')));
  const waiting = [...names];
  const checkNext = async (): Promise<void> => {
    const name = waiting.shift();
    if (name === undefined) return;
    const copy = join(folder, name);
    const skipped = /\/(?:node_modules|dist|\.shipmate)$/;
    await cp(join(examples, name), copy, { recursive: true, filter: (path) => !skipped.test(path) });
    await writeNpmrc(copy, registryUrl);
    for (const node of nodes) await followReadme(copy, { node, cache: join(folder, '.npm') });
    await checkNext();
  };
  await Promise.all([checkNext(), checkNext(), checkNext()]);
  return names;
}

/** A block with `start` runs until the end of the README; others have to end, and to print what the next block shows. */
async function followReadme(
  folder: string,
  { node, cache }: { readonly node: string; readonly cache: string },
): Promise<void> {
  const started: RunningProgram[] = [];
  const options = { cwd: folder, node, variables: { npm_config_cache: cache } };
  try {
    const blocks = findCodeBlocks('README.md', await readFile(join(folder, 'README.md'), 'utf8'));
    for (const { language, code, isStart, output } of blocks) {
      if (language !== 'sh') continue;
      if (isStart) {
        const program = startProgram(code, options);
        started.push(program);
        await program.waitFor(/Listening on/);
      } else {
        const printed = await requireProgram(code, options);
        if (output !== undefined && !isDocumentedOutput(printed, output)) {
          throw new Error(`${folder} prints\n${printed}\ninstead of\n${output}`);
        }
      }
    }
  } finally {
    for (const program of started) await program[Symbol.asyncDispose]();
  }
}
