import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LauncherEvent, LauncherRequest } from './launcher.ts';
import type { ProgramObserver, ProgramStart } from './program.ts';
import { killGroup } from './process-tree.ts';

/** How long an idle launcher is kept: it needs about 50 MB. */
const idleMs = 30_000;

/** A program of a launcher. */
interface Launched {
  readonly observer: ProgramObserver;
  pid?: number;
  hasEnded?: true;
}

let current: Launcher | undefined;
let lastId = 0;

/**
 * Starts a program as a child of a small process, the launcher: to start one, Linux copies the page tables of the process, which stops a
 * process of 700 MB for 40 ms, and the launcher for 7. See {@link StartProgram} for the contract. Programs end with this process.
 */
export function startElsewhere(start: ProgramStart, observer: ProgramObserver): () => void {
  current ??= new Launcher();
  return current.start(start, observer);
}

class Launcher {
  readonly #process: ChildProcess;
  readonly #programs = new Map<number, Launched>();
  #idle: NodeJS.Timeout | undefined;

  constructor() {
    this.#process = fork(fileURLToPath(import.meta.resolve('@shipmate/runtime/launcher')), {
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    });
    this.#process.on('message', (event: LauncherEvent) => this.#receive(event));
    this.#process.once('error', (cause) => this.#fail(cause));
    this.#process.once('exit', () => this.#fail(new Error('The process that starts programs has ended.')));
  }

  start(start: ProgramStart, observer: ProgramObserver): () => void {
    const id = (lastId += 1);
    this.#programs.set(id, { observer });
    this.#holdOpen();
    this.#send({ type: 'start', id, start });
    return () => {
      if (this.#programs.has(id)) this.#send({ type: 'close', id });
    };
  }

  #send(request: LauncherRequest): void {
    // An error means that the launcher has ended: `exit` follows.
    this.#process.send(request, () => undefined);
  }

  #receive(event: LauncherEvent): void {
    const program = this.#programs.get(event.id);
    if (program === undefined) return;
    const { observer } = program;
    switch (event.type) {
      case 'start':
        program.pid = event.pid;
        return observer.onStart(event.pid);
      case 'output':
        return void observer.onOutput(event.stream, event.bytes);
      case 'end':
        program.hasEnded = true;
        return observer.onEnd({ exitCode: event.exitCode, signal: event.signal });
      case 'failure':
        this.#forget(event.id);
        return observer.onFailure(Object.assign(new Error(event.message), { code: event.code }));
      case 'close':
        this.#forget(event.id);
        return observer.onClose();
    }
  }

  /** This process stays alive while a program runs, not for an idle launcher. */
  #holdOpen(): void {
    clearTimeout(this.#idle);
    this.#process.ref();
    this.#process.channel?.ref();
  }

  #forget(id: number): void {
    this.#programs.delete(id);
    if (this.#programs.size > 0) return;
    this.#process.unref();
    this.#process.channel?.unref();
    this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  #end(): void {
    this.#retire();
    if (this.#process.connected) this.#process.disconnect();
  }

  #retire(): void {
    if (current === this) current = undefined;
  }

  #fail(cause: unknown): void {
    clearTimeout(this.#idle);
    this.#retire();
    for (const { observer, pid, hasEnded } of this.#programs.values()) {
      if (pid === undefined) observer.onFailure(cause);
      else {
        killGroup(pid);
        if (hasEnded === undefined) observer.onEnd({ exitCode: null, signal: 'SIGKILL' });
        observer.onClose();
      }
    }
    this.#programs.clear();
  }
}
