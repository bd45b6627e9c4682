import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The version that READMEs name and every published package requires. */
const nodeVersion = '22.14';
/** The largest archive of each package in bytes, and the folders and files that one may contain. */
const { maxBytes, contents } = JSON.parse(readFileSync(new URL('bounds.json', import.meta.url), 'utf8')) as {
  readonly maxBytes: Readonly<Record<string, number>>;
  readonly contents: readonly string[];
};

interface Manifest {
  readonly name: string;
  readonly engines?: { readonly node?: string };
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Checks the archive of the package in the current folder: the one that a registry would receive. */
function checkPackage(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-package-'));
  try {
    execFileSync('pnpm', ['pack', '--pack-destination', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [name = ''] = readdirSync(folder);
    const archive = join(folder, name);
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
    execFileSync('publint', [archive, '--strict'], { stdio: 'inherit' });
    const hasModules = Object.keys(manifest.exports).some((subpath) => subpath !== './package.json');
    if (hasModules) execFileSync('attw', [archive, '--profile', 'esm-only', '--format', 'ascii'], { stdio: 'inherit' });
    return [...checkManifest(manifest), ...checkSize(manifest, archive), ...checkContents(archive)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function checkManifest({ name, engines }: Manifest): string[] {
  const problems: string[] = [];
  if (engines?.node !== `>=${nodeVersion}`) problems.push(`"engines.node" is not ">=${nodeVersion}".`);
  const readme = readFileSync('README.md', 'utf8');
  if (!readme.includes(`Node.js ${nodeVersion} or later`))
    problems.push(`README.md does not name Node.js ${nodeVersion}.`);
  if (!readme.includes('npm install') || !readme.includes(name))
    problems.push('README.md does not say how to install it.');
  return problems;
}

function checkSize({ name }: Manifest, archive: string): string[] {
  const { size } = statSync(archive);
  const bound = maxBytes[name];
  process.stdout.write(`${name}: ${size} bytes (bound ${bound})\n`);
  if (bound === undefined) return ['It has no bound in .ci/packages/bounds.json.'];
  return size > bound ? [`Its archive has ${size} bytes, over its bound ${bound} in .ci/packages/bounds.json.`] : [];
}

function checkContents(archive: string): string[] {
  const paths = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  const relative = paths.map((path) => path.replace(/^package\//, ''));
  const missing = ['README.md', 'LICENSE', 'package.json'].filter((path) => !relative.includes(path));
  const unwanted = relative.filter((path) => !contents.includes(path.split('/')[0] ?? '') || /\.test\./.test(path));
  return [
    ...missing.map((path) => `The archive has no ${path}.`),
    ...unwanted.map((path) => `The archive contains "${path}".`),
  ];
}

const problems = checkPackage();
for (const problem of problems) process.stdout.write(`FAILED ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
