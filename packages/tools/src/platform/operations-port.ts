import type { PlatformOperation } from '@shipmate/domain/platform';
import type { Answers } from '@shipmate/domain/question';
import type { ToolCaller } from '../context/tool-caller.ts';

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
export interface RunCommandOptions extends ToolCaller {
  /** Told what it writes, without secrets, line by line. **Contract.** It may not throw. */
  readonly onOutput?: (text: string) => void;
}

/** The operations of the platform. */
export interface OperationsPort {
  /**
   * What a source cannot tell is a problem in the listing.
   *
   * @throws AppError `RATE_LIMITED` when the organization already has too many listings in the queue, `ABORTED`.
   */
  list(caller: ToolCaller): Promise<OperationListing>;
  /**
   * Runs a command, without a shell. That it fails is a result.
   *
   * @throws AppError `NOT_FOUND` when there is no such operation, `VALIDATION_ERROR` when it does not take the values, `CONFLICT`
   * when they make another command than was confirmed, `UNAVAILABLE` when its program is gone, `RATE_LIMITED` when the
   * organization already has too many commands in the queue, `ABORTED`.
   */
  run(confirmed: ConfirmedCommand, options: RunCommandOptions): Promise<CommandResult>;
}
