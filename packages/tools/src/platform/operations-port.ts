import type { Answers, PlatformOperation } from '@shipmate/domain';

/** What the platform can do, as far as it is known. */
export interface OperationListing {
  readonly operations: readonly PlatformOperation[];
  /** Why some are missing, a sentence each. */
  readonly problems: readonly string[];
}

/** An operation with the very command that was confirmed for it. */
export interface ConfirmedCommand {
  readonly tool: string;
  readonly operation: string;
  readonly values: Answers;
  readonly command: readonly string[];
}

/** What came of a command. What it wrote is without secrets, and of what is long, both ends are kept. */
export interface CommandResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

/** How a command is run. */
export interface RunCommandOptions {
  readonly signal: AbortSignal;
  /** Told what it writes, without secrets, line by line. **Contract.** It may not throw. */
  readonly onOutput?: (text: string) => void;
}

/** The operations of the platform. */
export interface OperationsPort {
  /** What a source cannot tell is a problem in the listing. */
  list(signal: AbortSignal): Promise<OperationListing>;
  /**
   * Runs a command, without a shell. That it fails is a result.
   *
   * @throws AppError `NOT_FOUND` when there is no such operation, `VALIDATION_ERROR` when it does not take the values, `CONFLICT`
   * when they make another command than was confirmed, `UNAVAILABLE` when its program is gone, `ABORTED`.
   */
  run(confirmed: ConfirmedCommand, options: RunCommandOptions): Promise<CommandResult>;
}
