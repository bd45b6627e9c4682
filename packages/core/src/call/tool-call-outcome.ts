import type { AppError } from '../error/app-error.ts';
import type { Logger } from '../logger/logger.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import type { ClientEvent } from '../tool/client-event.ts';
import { toJsonText } from '../tool/to-json-text.ts';

/** What one tool call came to. */
export interface ToolCallOutcome {
  /** What the tool returned, or `{ error, code }`. */
  readonly output: unknown;
  /** What the model sees, not bounded yet. */
  readonly text: string;
  readonly isError: boolean;
  readonly clientEvents: readonly ClientEvent[];
}

/** The outcome of a call that failed or was not run: words and code, never the cause. */
export function failedOutcome({ message, code }: Pick<AppError, 'message' | 'code'>): ToolCallOutcome {
  const output = { error: message, code };
  return { output, text: toJsonText(output), isError: true, clientEvents: [] };
}

/** The work is done, so a tool that cannot present its output has not failed: the model gets the plain output. */
export function succeededOutcome(tool: BoundTool, output: unknown, logger: Logger): ToolCallOutcome {
  const attempt = <Shown>(show: () => Shown): Shown | undefined => {
    try {
      return show();
    } catch (error) {
      logger.error('tool output could not be presented', { tool: tool.name, error });
      return undefined;
    }
  };
  // A tool's own types say that this is a text, but a hook may have put an output in its place that the tool does not know.
  const shown: unknown = attempt(() => tool.toModel(output));
  return {
    output,
    text: typeof shown === 'string' ? shown : toJsonText(output),
    isError: false,
    clientEvents: attempt(() => tool.clientEvents(output)) ?? [],
  };
}
