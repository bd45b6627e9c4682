import type { ProgramOptions } from './run-program.ts';

/** A request to run a program, or, of its `id` alone, to stop it. */
export interface LauncherRequest {
  readonly id: number;
  readonly run?: {
    readonly command: readonly [string, ...string[]];
    readonly options: ProgramOptions;
    readonly tag: string;
    /** The functions of the caller that receive output. */
    readonly receivers: readonly ('onOutput' | 'onStdout')[];
  };
}

/** Output of a program, its result, or the error of the system that prevents its start. */
export interface LauncherAnswer {
  readonly id: number;
  readonly to: 'onOutput' | 'onStdout' | 'resolve' | 'reject';
  readonly value: unknown;
}

/** The code of the error when the launcher ended before its program. */
export const launcherEnded = 'LAUNCHER_ENDED';
