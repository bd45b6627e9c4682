import type { Principal } from '@shipmate/core';
import type { CheckoutPort } from '../checkout/checkout-port.ts';
import type { ComputePort } from '../compute/compute-port.ts';
import type { Isolation } from '../process/isolation/isolator.ts';

/** A command that executes code of a repository. */
export interface RepositoryCommand {
  /** The absolute path of the checkout. */
  readonly folder: string;
  /** The path of the current folder in the checkout. Default: the checkout itself. */
  readonly workingDirectory?: string;
  /** The name of an installed program, or the path of a file in the checkout that begins with `./`. */
  readonly program: string;
  /** `reports` is an empty folder for report files. */
  args(reports: string): readonly string[];
  /** The paths of report files in the folder for reports. Those that exist are read. */
  readonly reports?: readonly string[];
  /** True if the command downloads packages. */
  readonly installs?: boolean;
  /** True if the command first deletes what it then downloads: without the network it is not started. */
  readonly needsNetwork?: boolean;
  /** Variables beside those of all commands. */
  readonly variables?: Readonly<Record<string, string>>;
  /** For each of standard output and standard error. Default 200,000. */
  readonly maxOutputBytes?: number;
}

/** Options for {@link CommandPort.run}. */
export interface RunRepositoryCommandOptions {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /** Receives the output in whole lines while the command runs. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/** The result of a command. */
export interface CommandOutcome {
  /** `null` when a limit or a signal ended it. Above 128, a signal ended the program in its sandbox. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly stdout: string;
  readonly stderr: string;
  /** True if some output was dropped in the middle. */
  readonly truncated: boolean;
  /** The limit that ended the command. */
  readonly exceeded: 'time' | 'memory' | 'processes' | undefined;
  readonly isolation: Isolation;
  /** True if the command could use the network. */
  readonly network: boolean;
  /** The report files that the command wrote, by path; `undefined` for one that is too large to be read. */
  readonly reports: ReadonlyMap<string, string | undefined>;
}

/**
 * Runs commands of repositories.
 *
 * **Contract.** The command sees system programs, its checkout and empty folders of its own; in the checkout everything but `.git` is
 * writable. Commands of one checkout run one after the other. When a call settles, all processes of the command have ended. The paths
 * of the checkout and of temporary folders are left out of the texts.
 */
export interface CommandPort {
  /**
   * @throws AppError `UNAVAILABLE` when the program is not installed, when there is no sandbox and none is waived, and without the network
   * that the command needs;
   * `RATE_LIMITED`, `ABORTED`.
   */
  run(command: RepositoryCommand, options: RunRepositoryCommandOptions): Promise<CommandOutcome>;
}

/** The ports of the tools that run code of a repository. */
export interface DevelopmentPorts {
  readonly checkouts: CheckoutPort;
  readonly commands: CommandPort;
  readonly compute: ComputePort;
}
