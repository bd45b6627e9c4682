import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../../src/index.ts';

export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end with a text on standard input. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env = {}, input = '' }: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
): Promise<ProgramResult> {
  const child = spawn(program, args, { env: { PATH: '/usr/bin:/bin', ...env } });
  const collect = async (stream: NodeJS.ReadableStream) => {
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return text;
  };
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? -1));
  });
  child.stdin.end(input);
  const [stdout, stderr, exitCode] = await Promise.all([collect(child.stdout), collect(child.stderr), ended]);
  return { exitCode, stdout, stderr };
}

/** A folder with a kubeconfig, as the environment of kubectl and helm. */
export async function programEnvironment(cluster: Cluster, user?: string): Promise<Readonly<Record<string, string>>> {
  const folder = await mkdtemp(join(tmpdir(), 'kube-sim-test-'));
  const KUBECONFIG = join(folder, 'kubeconfig');
  await writeFile(KUBECONFIG, cluster.kubeconfig(user));
  return { KUBECONFIG, HOME: folder };
}
