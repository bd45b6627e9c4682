import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@shipmate/core';
import { parseWorkspacePath } from '@shipmate/domain/workspace/path';
import { runProcess } from '@shipmate/runtime/process';
import { findIsolator } from '../process/isolation/find-isolator.ts';
import type { IsolatedRun, Isolator } from '../process/isolation/isolator.ts';

/** Options for {@link findHelmIsolator}. */
interface HelmIsolatorOptions {
  /** Absolute path of the helm program. */
  readonly helm: string;
  /** The folders to look for `bwrap` and `unshare` in, in the form of `PATH`. */
  readonly searchPath: string;
  /** The folder that holds sandboxes. */
  readonly tempRoot: string;
}

/** A temporary folder for one run of helm. */
export interface Sandbox {
  readonly path: string;
  /** The complete environment of helm. */
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the isolated run of helm in a sandbox, with the chart read-only. */
export function toHelmRun(
  { path }: Pick<Sandbox, 'path'>,
  { helm, ...run }: Pick<IsolatedRun, 'args' | 'maxMemoryBytes'> & { readonly helm: string },
): IsolatedRun {
  const program = join(path, 'helm');
  return {
    ...run,
    program,
    cwd: path,
    mounts: [
      { path, access: 'write' },
      { path: join(path, 'chart'), access: 'read' },
      { path: program, source: helm, access: 'read' },
    ],
  };
}

/** Finds the isolator under which helm starts. */
export async function findHelmIsolator({ helm, searchPath, tempRoot }: HelmIsolatorOptions): Promise<Isolator> {
  const accepts = (isolator: Isolator): Promise<boolean> =>
    withSandbox(tempRoot, async (sandbox) => {
      await mkdir(join(sandbox.path, 'chart'));
      const { file, args } = isolator.wrap(
        toHelmRun(sandbox, { helm, args: ['version'], maxMemoryBytes: 1_000_000_000 }),
      );
      const { signal } = new AbortController();
      const limits = { timeoutMs: 5_000, maxOutputBytes: 10_000 };
      const { exitCode } = await runProcess(file, args, { cwd: sandbox.path, env: sandbox.env, signal, ...limits });
      return exitCode === 0;
    });
  return findIsolator({ searchPath, tempRoot, accepts });
}

const maxFiles = 5_000;
const maxBytes = 50_000_000;

/** An address at which nothing listens. */
const nowhere = 'http://127.0.0.1:9';

/** A kubeconfig with an unreachable cluster, so that helm does not look for another. */
const kubeconfig = `apiVersion: v1
kind: Config
current-context: none
contexts: [{ name: none, context: { cluster: none, user: none } }]
clusters: [{ name: none, cluster: { server: "${nowhere}" } }]
users: [{ name: none, user: {} }]
`;

/** Creates a folder with its own home folder, and removes it with all its content afterwards. */
export async function withSandbox<Result>(
  tempRoot: string,
  work: (sandbox: Sandbox) => Promise<Result>,
): Promise<Result> {
  const path = await mkdtemp(join(tempRoot, 'shipmate-helm-'));
  try {
    const home = join(path, 'home');
    await mkdir(home);
    await writeFile(join(home, 'kubeconfig'), kubeconfig);
    // Isolators mount the program there; without that mount it is not executable.
    await writeFile(join(path, 'helm'), '', { mode: 0o600 });
    return await work({ path, env: createEnvironment(home) });
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

function createEnvironment(home: string): Record<string, string> {
  return {
    HOME: home,
    TMPDIR: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    HELM_CACHE_HOME: home,
    HELM_CONFIG_HOME: home,
    HELM_DATA_HOME: home,
    HELM_PLUGINS: join(home, 'plugins'),
    KUBECONFIG: join(home, 'kubeconfig'),
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: '',
    GOMAXPROCS: '2',
  };
}

/**
 * Writes files into a folder of a sandbox.
 *
 * @throws AppError `VALIDATION_ERROR` when a path leaves the folder or two paths conflict, `PAYLOAD_TOO_LARGE` when the
 * files are too many or too large.
 */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  const bytes = [...files.values()].reduce((total, content) => total + Buffer.byteLength(content), 0);
  if (files.size > maxFiles || bytes > maxBytes) {
    throw new AppError({
      code: 'PAYLOAD_TOO_LARGE',
      message: `A chart may have ${maxFiles} files and ${maxBytes} bytes; this one has ${files.size} and ${bytes}.`,
    });
  }
  for (const [path, content] of files) {
    const target = join(folder, parseWorkspacePath(path));
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content, { flag: 'wx' });
    } catch (cause) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: `${path} cannot stand beside the other files of the chart; another file has its name or that of its folder.`,
        cause,
      });
    }
  }
}
