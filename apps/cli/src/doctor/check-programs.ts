import { toAppError } from '@shipmate/core';
import { runProcess } from '@shipmate/runtime';
import { hasCluster, type HelmEnvironment, inspectHelm, type Isolation, type ToolEnvironment } from '@shipmate/tools';
import type { Check } from './check.ts';

const isolationTexts: Readonly<Record<Isolation, string>> = {
  bwrap: 'bwrap. Charts are rendered without network access and see only system programs and their own files.',
  unshare: 'unshare. Charts are rendered without network access, home folders and temporary files of others.',
  none: 'none. Charts are rendered as the user of this process.',
};

/** Checks helm and the program that isolates it. */
export async function checkHelm(environment: HelmEnvironment): Promise<readonly Check[]> {
  try {
    const { version, isolation } = await inspectHelm({ environment }, new AbortController().signal);
    return [
      { name: 'Helm', state: 'ok', text: version },
      {
        name: 'Isolation',
        state: isolation === 'none' ? 'note' : 'ok',
        text: isolationTexts[isolation],
        ...(isolation === 'none' && { fix: 'Install bubblewrap, and allow user namespaces.' }),
      },
    ];
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    if (code !== 'UNAVAILABLE') throw thrown;
    return [{ name: 'Helm', state: 'note', text: 'not available. Charts cannot be rendered.', fix: message }];
  }
}

/** Checks that a program answers, for example with its version. */
async function checkProgram(
  { PATH, HOME }: ToolEnvironment,
  {
    name,
    file,
    args,
    fix,
  }: { readonly name: string; readonly file: string; readonly args: readonly string[]; readonly fix: string },
): Promise<Check> {
  try {
    const { exitCode, stdout } = await runProcess(file, args, {
      cwd: '/',
      env: { ...(PATH !== undefined && { PATH }), ...(HOME !== undefined && { HOME }) },
      signal: new AbortController().signal,
      timeoutMs: 10_000,
      maxOutputBytes: 10_000,
    });
    const [line = ''] = stdout.trim().split('\n', 1);
    if (exitCode === 0) return { name, state: 'ok', text: line.replace(/^(git version|Client Version:) /, '') };
  } catch (thrown) {
    if (toAppError(thrown).code !== 'UNAVAILABLE') throw thrown;
  }
  return { name, state: 'note', text: 'not available.', fix };
}

/** Checks git, which imports, pushes and jobs in repositories need. */
export function checkGit(environment: ToolEnvironment): Promise<Check> {
  const fix = 'Install git to push charts and to work in repositories.';
  return checkProgram(environment, { name: 'Git', file: 'git', args: ['--version'], fix });
}

/** Checks kubectl, which only people need: Shipmate speaks to clusters itself. */
export function checkKubectl(environment: ToolEnvironment): Promise<Check> {
  const fix = 'Shipmate does not need it. Install kubectl to look at the cluster yourself.';
  return checkProgram(environment, { name: 'kubectl', file: 'kubectl', args: ['version', '--client'], fix });
}

/** Checks that a cluster is configured. */
export function checkCluster(environment: ToolEnvironment): Check {
  if (hasCluster(environment)) {
    return {
      name: 'Cluster',
      state: 'ok',
      text: environment.KUBECONFIG ?? 'the kubeconfig or service account of this machine',
    };
  }
  const fix = 'Set KUBECONFIG for a real one.';
  return { name: 'Cluster', state: 'note', text: 'none is configured. "shipmate up" simulates one.', fix };
}
