import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '@shipmate/runtime/process';
import type { Isolator } from './isolator.ts';

const limits = { timeoutMs: 5_000, maxOutputBytes: 10_000 };

/** Succeeds with a writable current folder, a read-only folder `fixed`, without the host's network (`$1`) and its file `$2`. */
const probe = `#!/bin/sh
: > written || exit 1
(: > fixed/written) 2>/dev/null && exit 1
(: > /usr/shipmate-trial) 2>/dev/null && exit 1
test ! -e "$2" || exit 1
test "$(readlink /proc/self/ns/net)" != "$1"
`;

/** Runs a probe under an isolator to test whether the system permits its mounts and namespaces. */
export async function isIsolating(isolator: Isolator, tempRoot: string): Promise<boolean> {
  const outside = await mkdtemp(join(tempRoot, 'shipmate-trial-'));
  try {
    const [cwd, fixed, marker] = [join(outside, 'work'), join(outside, 'work/fixed'), join(outside, 'marker')];
    await mkdir(fixed, { recursive: true });
    await writeFile(join(cwd, 'probe'), probe, { mode: 0o700 });
    await writeFile(marker, '');
    const { file, args } = isolator.wrap({
      program: join(cwd, 'probe'),
      args: [await readlink('/proc/self/ns/net'), marker],
      cwd,
      mounts: [
        { path: cwd, access: 'write' },
        { path: fixed, access: 'read' },
      ],
      maxMemoryBytes: 1_000_000_000,
      maxProcesses: 2_000,
    });
    const { signal } = new AbortController();
    const { exitCode } = await runProcess(file, args, { cwd, env: {}, signal, ...limits });
    return exitCode === 0;
  } finally {
    await rm(outside, { recursive: true, force: true });
  }
}
