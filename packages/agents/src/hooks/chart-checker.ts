import { callTool, toAppError, type BoundTool, type ToolExecutionContext } from '@shipmate/core';
import { validationReportSchema, type ValidationReport } from '@shipmate/tools/helm';

/** Checks the charts of a workspace with `validateChart`, independently of the model's own calls. */
export interface ChartChecker {
  /**
   * Returns the current report; `undefined` when charts cannot be checked, which is logged. @throws AppError when
   * `signal` aborts
   */
  check(context: ToolExecutionContext, signal: AbortSignal): Promise<ValidationReport | undefined>;
  /** Returns the report of a model's own call, if it checked everything. */
  read(input: unknown, output: unknown): ValidationReport | undefined;
}

/** Creates a checker that calls `validateChart`. */
export function createChartChecker(validateChart: BoundTool): ChartChecker {
  return {
    async check(context, signal) {
      try {
        const toolCallId = globalThis.crypto.randomUUID();
        const result = await callTool(validateChart, {}, { context: { ...context, toolCallId, signal } });
        if (result.status !== 'completed') throw result.error;
        return validationReportSchema.parse(result.output);
      } catch (thrown) {
        const error = toAppError(thrown);
        if (signal.aborted) throw error;
        context.logger.warn('charts could not be checked', { code: error.code, message: error.message });
        return undefined;
      }
    },

    read(input, output) {
      const isEverything = typeof input === 'object' && input !== null && Object.keys(input).length === 0;
      return isEverything ? validationReportSchema.safeParse(output).data : undefined;
    },
  };
}
