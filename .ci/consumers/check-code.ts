import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CodeBlock, isDocumentedOutput } from '../../apps/cli/test/documents/code-blocks.ts';
import type { PublishedPackage } from './read-packages.ts';
import { requireProgram, runProgram } from './run-program.ts';

/** The tools of repositories, whose start has a bound. */
const repositoryTools = ['code', 'development', 'files', 'git', 'platform', 'quality'].map(
  (family) => `@shipmate/tools/${family}`,
);

/** The modules that Vitest or a thread imports, and no program. */
const notForPrograms = /\/testing|-thread$/;

/** Writes the code of all READMEs and one import of each entry to a folder of a consumer. */
export async function writeCode(folder: string, packages: readonly PublishedPackage[]): Promise<void> {
  await mkdir(join(folder, 'code'), { recursive: true });
  const entries = packages.flatMap((each) => each.entries);
  const imports = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
  await writeFile(join(folder, 'code/entries.ts'), imports.join(''));
  for (const block of packages.flatMap(({ blocks }) => blocks)) {
    await writeFile(join(folder, 'code', `${nameOf(block)}.ts`), `${block.given}${block.code}`);
  }
  const programEntries = JSON.stringify(entries.filter((entry) => !notForPrograms.test(entry)));
  await writeFile(join(folder, 'import-entries.mjs'), `for (const entry of ${programEntries}) await import(entry);\n`);
  await writeFile(join(folder, 'import-without-zod.mjs'), importWithoutZod(['@shipmate/core', ...repositoryTools]));
  await writeFile(join(folder, 'require-entries.cjs'), `for (const entry of ${programEntries}) require(entry);\n`);
}

/** Returns a program that fails if the import of an entry loads zod in its many files. */
function importWithoutZod(entries: readonly string[]): string {
  return `import { registerHooks } from 'node:module';
registerHooks({
  resolve(name, { parentURL }, next) {
    if (name.split('/')[0] === 'zod') throw new Error(\`\${parentURL} imports \${name}\`);
    return next(name);
  },
});
for (const entry of ${JSON.stringify(entries)}) await import(entry);
`;
}

function nameOf({ document, line }: CodeBlock): string {
  return `${basename(document, '.md')}-line-${line}`;
}

/**
 * Checks the types of the code, and those of every declaration that it imports, and compiles it for Node.js.
 *
 * @throws with the errors of the code and of our packages; other packages may have errors of their own
 */
export async function checkTypes(
  folder: string,
  node: string,
  resolutions: readonly ('nodenext' | 'bundler')[],
): Promise<void> {
  const options = { target: 'es2024', strict: true, skipLibCheck: false, types: ['node'], rootDir: 'code' };
  const configs = {
    nodenext: { ...options, module: 'nodenext', outDir: 'compiled' },
    bundler: { ...options, module: 'esnext', moduleResolution: 'bundler', noEmit: true },
  };
  for (const name of resolutions) {
    const compilerOptions = configs[name];
    const config = `tsconfig.${name}.json`;
    await writeFile(join(folder, config), JSON.stringify({ compilerOptions, include: ['code'] }));
    const command = `node node_modules/typescript/bin/tsc -p ${config} --pretty false`;
    const { stdout } = await runProgram(command, { cwd: folder, node });
    const errors = stdout.split('\n').filter((line) => /error TS\d+/.test(line));
    const ours = errors.filter((line) => /^code\/|@shipmate\+?\/?|^error/.test(line));
    process.stdout.write(`  types under ${name}: ${errors.length - ours.length} errors in packages of others\n`);
    if (ours.length > 0) throw new Error(`Types under ${name}:\n${ours.join('\n')}`);
  }
}

/** Imports the tools of repositories where the import of zod fails. It needs `registerHooks`, which the oldest supported Node.js does not have. */
export async function checkStart(folder: string): Promise<void> {
  await requireProgram('node import-without-zod.mjs', { cwd: folder, node: process.execPath });
}

/** Imports and requires every entry, and runs every program of the READMEs. @throws if an output is not the documented one */
export async function runCode(folder: string, node: string, packages: readonly PublishedPackage[]): Promise<void> {
  const options = { cwd: folder, node };
  await requireProgram('node import-entries.mjs', options);
  await requireProgram('node require-entries.cjs', options);
  const programs = packages.flatMap(({ blocks }) => blocks).filter(({ isProgram }) => isProgram);
  const waiting = [...programs];
  const runNext = async (): Promise<void> => {
    const program = waiting.shift();
    if (program === undefined) return;
    const command = `node --disable-warning=ExperimentalWarning compiled/${nameOf(program)}.js`;
    const printed = await requireProgram(command, options);
    if (program.output === undefined || !isDocumentedOutput(printed, program.output)) {
      throw new Error(`${nameOf(program)} prints\n${printed}\ninstead of\n${program.output}`);
    }
    await runNext();
  };
  await Promise.all([runNext(), runNext(), runNext()]);
}
