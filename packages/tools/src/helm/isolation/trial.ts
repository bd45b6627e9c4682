import { readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '@shipmate/runtime';
import { type Sandbox, withSandbox, writeFiles } from '../sandbox.ts';
import type { HelmRun, Isolator } from './isolator.ts';

/** Options for {@link isIsolating}. */
interface TrialOptions {
  /** Absolute path of the helm program to run. */
  readonly helm: string;
  /** The folder that holds sandboxes. */
  readonly tempRoot: string;
}

const limits = { timeoutMs: 5_000, maxOutputBytes: 10_000 };
const maxMemoryBytes = 1_000_000_000;

/** Succeeds in a sandbox without the host's network (`$1`), with a read-only chart and without the file `$2` of the host. */
const probe = `#!/bin/sh
test -r chart/Chart.yaml || exit 1
: > home/written || exit 1
(: > chart/written) 2>/dev/null && exit 1
test ! -e "$2" || exit 1
test "$(readlink /proc/self/ns/net)" != "$1"
`;

/** Runs a probe and helm under an isolator to test whether the system permits its mounts and namespaces. */
export async function isIsolating(isolator: Isolator, { helm, tempRoot }: TrialOptions): Promise<boolean> {
  return withSandbox(tempRoot, async (outside) => {
    const [program, marker] = [join(outside.path, 'probe'), join(outside.path, 'marker')];
    await writeFile(program, probe, { mode: 0o700 });
    await writeFile(marker, '');
    const network = await readlink('/proc/self/ns/net');
    return (
      (await succeeds(isolator, { helm: program, args: [network, marker] }, tempRoot)) &&
      (await succeeds(isolator, { helm, args: ['version'] }, tempRoot))
    );
  });
}

async function succeeds(isolator: Isolator, run: Pick<HelmRun, 'helm' | 'args'>, tempRoot: string): Promise<boolean> {
  return withSandbox(tempRoot, async (sandbox: Sandbox) => {
    await writeFiles(join(sandbox.path, 'chart'), new Map([['Chart.yaml', '']]));
    const { file, args } = isolator.wrap({ ...run, sandbox: sandbox.path, maxMemoryBytes });
    const { signal } = new AbortController();
    const { exitCode } = await runProcess(file, args, { cwd: sandbox.path, env: sandbox.env, signal, ...limits });
    return exitCode === 0;
  });
}
