import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, mkdtemp, open, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeFolder } from '@shipmate/runtime/process';
import type { Mount } from '../process/isolation/isolator.ts';
import { maxReportBytes } from './command-limits.ts';

/** The folders of one run, which are removed with all their content at its end. */
export interface RunFolder {
  readonly path: string;
  readonly home: string;
  readonly reports: string;
  /** Mounts of the folders, with an `/etc` that names no other user and no secret. */
  readonly mounts: readonly Mount[];
}

/** Folders of `/etc` that programs need: alternatives, certificates, and the settings of Java, Maven and Python. */
const etcFolders = /^(?:alternatives|java.*|maven|python3.*)$/;
const certificateFolders = ['ssl/certs', 'pki/tls/certs', 'pki/ca-trust/extracted'];
const etcFiles = ['ld.so.cache', 'localtime', 'mime.types'];

/** Creates the folders of a run and removes them afterwards. */
export async function withRunFolder<Result>(
  { tempRoot, network }: { readonly tempRoot: string; readonly network: boolean },
  work: (folder: RunFolder) => Promise<Result>,
): Promise<Result> {
  const path = await mkdtemp(join(await realpath(tempRoot), 'shipmate-run-'));
  try {
    const [home, temporary, reports, etc] = ['home', 'tmp', 'reports', 'etc'].map((name) => join(path, name)) as [
      string,
      string,
      string,
      string,
    ];
    await Promise.all([home, temporary, reports, etc].map((folder) => mkdir(folder)));
    const etcMounts = await fillEtc(etc, { home, network });
    const mounts: Mount[] = [
      ...[home, temporary, reports].map((each): Mount => ({ path: each, access: 'write' })),
      { path: '/etc', source: etc, access: 'read' },
      ...etcMounts,
    ];
    return await work({ path, home, reports, mounts });
  } finally {
    await removeFolder(path).catch(() => undefined);
  }
}

/** Writes the files of `/etc` and returns the mounts in it, whose files and folders it creates. */
async function fillEtc(
  etc: string,
  { home, network }: { readonly home: string; readonly network: boolean },
): Promise<readonly Mount[]> {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const files = {
    passwd: `shipmate:x:${uid}:${gid}::${home}:/bin/sh\n${uid === 0 ? '' : `root:x:0:0::${home}:/bin/sh\n`}`,
    group: `shipmate:x:${gid}:\n`,
    hosts: '127.0.0.1 localhost\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  };
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(etc, name), content)));
  if (network && (await exists('/etc/resolv.conf'))) await copyFile('/etc/resolv.conf', join(etc, 'resolv.conf'));
  const names = await readdir('/etc').catch(() => []);
  const mounts: Mount[] = [];
  for (const name of [...names.filter((each) => etcFolders.test(each)), ...certificateFolders, ...etcFiles]) {
    const path = join('/etc', name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    await mkdir(found.isDirectory() ? join(etc, name) : dirname(join(etc, name)), { recursive: true });
    if (!found.isDirectory()) await writeFile(join(etc, name), '');
    mounts.push({ path, source: await realpath(path), access: 'read' });
  }
  return mounts;
}

/** Returns the mounts of a checkout, whose `.git` is read-only. */
export async function toCheckoutMounts(folder: string): Promise<readonly Mount[]> {
  const git = join(folder, '.git');
  const found = await lstat(git).catch(() => undefined);
  const isOwn = found !== undefined && (found.isDirectory() || found.isFile());
  return [{ path: folder, access: 'write' }, ...(isOwn ? [{ path: git, access: 'read' } as const] : [])];
}

/** The programs beside those of the system. */
export interface Toolchains {
  /** The folders of programs, in the form of `PATH`. */
  readonly searchPath: string;
  readonly mounts: readonly Mount[];
}

const systemPath = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Finds the folders of programs: the configured ones, the Node of this process with its global packages, and the system's. */
export async function findToolchains(configured: readonly string[]): Promise<Toolchains> {
  const nodeFolder = dirname(await realpath(process.execPath));
  const packages = join(dirname(nodeFolder), 'lib/node_modules');
  const hasPackages = basename(nodeFolder) === 'bin' && (await exists(packages));
  const folders = [...configured, nodeFolder, ...(hasPackages ? [packages] : [])];
  const outside = folders.filter((folder) => !folder.startsWith('/usr/'));
  const programs = await Promise.all(
    configured.map(async (folder) => ((await exists(join(folder, 'bin'))) ? join(folder, 'bin') : folder)),
  );
  return {
    searchPath: [...programs, nodeFolder, ...systemPath].join(':'),
    mounts: outside.map((path) => ({ path, access: 'read' })),
  };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Reads the report files that a program wrote, as outcomes have them. Links and pipes that it put in their place are left out. */
export async function readReports(
  { reports }: RunFolder,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const found = new Map<string, string | undefined>();
  for (const name of names) {
    const path = join(reports, name);
    const isInside = await realpath(path).then(
      (real) => real === path,
      () => false,
    );
    const report = isInside ? await readRegular(path) : undefined;
    if (report) found.set(name, report.text);
  }
  return found;
}

async function readRegular(path: string): Promise<{ readonly text: string | undefined } | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    if (!status.isFile()) return undefined;
    return { text: status.size <= maxReportBytes ? await file.readFile('utf8') : undefined };
  } finally {
    await file.close();
  }
}
