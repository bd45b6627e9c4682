import type { Buffer } from 'node:buffer';

/** How to start a program. */
export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The standard input, which is closed at its end. Default: none. */
  readonly stdin?: string;
}

/** The end of a program: `exitCode` is `null` when a signal ended it. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Receives what a program writes and how it ends, in this order: its start, its output, its end, and last that its pipes are closed. */
export interface ProgramObserver {
  onStart(pid: number): void;
  /** The program cannot be started; nothing follows. */
  onFailure(cause: unknown): void;
  /** **Contract.** More is read once it settles. */
  onOutput(stream: 'stdout' | 'stderr', bytes: Buffer): void | Promise<void>;
  /** Output may follow: a descendant may hold the pipes. */
  onEnd(end: ProgramEnd): void;
  onClose(): void;
}

/**
 * Starts a program without a shell, in its own process group. The result stops reading its output.
 *
 * **Contract.** It does not throw: `onFailure` receives what prevents the start.
 */
export type StartProgram = (start: ProgramStart, observer: ProgramObserver) => () => void;
