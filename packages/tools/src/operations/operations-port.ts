import type { PlatformOperation } from '@shipmate/domain/operation';
import type { Answers } from '@shipmate/domain/question';
import type { ToolCaller } from '../context/tool-caller.ts';

/** The known operations of the platform. */
export interface OperationListing {
  readonly operations: readonly PlatformOperation[];
  /** The reasons why operations are missing, one sentence each. */
  readonly problems: readonly string[];
}

/** An operation with exactly the command that was confirmed for it. */
export interface ConfirmedCommand {
  readonly tool: string;
  readonly operation: string;
  readonly values: Answers;
  readonly command: readonly string[];
}

/** The result of a command. Its output is redacted, and truncated in the middle when long. */
export interface CommandResult {
  /** `null` when a signal killed it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

/** Options for {@link OperationsPort.run}. */
export interface RunCommandOptions extends ToolCaller {
  /** Receives the redacted output line by line. **Contract.** It must not throw. */
  readonly onOutput?: (text: string) => void;
}

/** The operations of the platform. */
export interface OperationsPort {
  /**
   * Lists the operations. A source that fails is reported as a problem in the listing.
   *
   * @throws AppError `RATE_LIMITED` when the organization already has too many listings in the queue, `ABORTED`.
   */
  list(caller: ToolCaller): Promise<OperationListing>;
  /**
   * Runs a command without a shell. A failed command is a result.
   *
   * @throws AppError `NOT_FOUND` when the operation does not exist, `VALIDATION_ERROR` when it does not accept the
   * values, `CONFLICT` when they yield another command than was confirmed, `UNAVAILABLE` when its program no longer
   * exists, `RATE_LIMITED` when the organization already has too many commands in the queue, `ABORTED`.
   */
  run(confirmed: ConfirmedCommand, options: RunCommandOptions): Promise<CommandResult>;
}
