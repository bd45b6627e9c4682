import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type LauncherAnswer, launcherEnded, type LauncherRequest } from './launcher-messages.ts';
import { killTagged } from './process-tree.ts';
import type { ProgramCaller, ProgramResult, RunProgram } from './run-program.ts';

/** How long an idle launcher is kept: it needs about 50 MB. */
const idleMs = 30_000;

interface Launcher {
  readonly process: ChildProcess;
  readonly waiting: Map<number, PromiseWithResolvers<ProgramResult> & ProgramCaller>;
  idle?: NodeJS.Timeout;
}

let current: Launcher | undefined;
let lastId = 0;

/**
 * Runs a program as a child of a small process, the launcher: to start one, Linux copies the page tables of the process that starts it,
 * which takes longer the larger that is. Programs end with this process.
 */
export const runElsewhere: RunProgram = async (command, options, caller) => {
  const launcher = (current ??= startLauncher());
  const id = (lastId += 1);
  const { signal, tag, onOutput, onStdout } = caller;
  const settling = Promise.withResolvers<ProgramResult>();
  launcher.waiting.set(id, { ...caller, ...settling });
  keepAlive(launcher);
  // An error of sending means that the launcher has ended: `exit` follows.
  const send = (request: LauncherRequest) => launcher.process.send(request, () => undefined);
  const stop = () => send({ id });
  signal.addEventListener('abort', stop);
  const receivers = [...(onOutput ? (['onOutput'] as const) : []), ...(onStdout ? (['onStdout'] as const) : [])];
  send({ id, run: { command, options, tag, receivers } });
  try {
    return await settling.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    launcher.waiting.delete(id);
    keepAlive(launcher);
  }
};

function startLauncher(): Launcher {
  const child = fork(fileURLToPath(import.meta.resolve('@shipmate/runtime/launcher')), {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  const launcher: Launcher = { process: child, waiting: new Map() };
  child.on('message', ({ id, to, value }: LauncherAnswer) => {
    const receive = launcher.waiting.get(id)?.[to] as ((received: unknown) => void) | undefined;
    receive?.(to === 'reject' ? Object.assign(new Error(), value) : value);
  });
  child.on('error', () => void fail(launcher));
  child.once('exit', () => void fail(launcher));
  return launcher;
}

/** This process stays alive while a program runs; an idle launcher ends after a while. */
function keepAlive(launcher: Launcher): void {
  const { process: child, waiting } = launcher;
  clearTimeout(launcher.idle);
  if (waiting.size > 0) {
    child.ref();
    child.channel?.ref();
    return;
  }
  child.unref();
  child.channel?.unref();
  launcher.idle = setTimeout(() => {
    retire(launcher);
    if (child.connected) child.disconnect();
  }, idleMs).unref();
}

function retire(launcher: Launcher): void {
  if (current === launcher) current = undefined;
}

async function fail(launcher: Launcher): Promise<void> {
  retire(launcher);
  const programs = [...launcher.waiting.values()];
  await Promise.all(programs.map(({ tag }) => killTagged(tag)));
  for (const { reject } of programs)
    reject(Object.assign(new Error('The launcher has ended.'), { code: launcherEnded }));
}
