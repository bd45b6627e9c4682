import {
  type BoundTool,
  callTool,
  type LoopHooks,
  type ToolExecutionContext,
  toAppError,
  toolCallsOf,
} from '@shipmate/core';
import { type Issue, type ValidationReport, validationReportSchema } from '@shipmate/tools/helm';
import { askForRemainingErrors, askToFix } from '../prompts/fix-request.ts';

/** Maximum number of rounds in which the model fixes errors that it caused. */
const maxRounds = 3;

/**
 * Creates hooks that check charts when a model ends its turn after edits, and request fixes of errors that did not
 * exist before its first edit: at most three times, and only while it edits. After that, and in the last turn, the
 * model answers once more and reports the remaining errors. Does nothing when charts cannot be checked, for example
 * without helm. The hooks hold state: create them for each run.
 */
export function fixCharts(tools: readonly BoundTool[]): LoopHooks {
  const validateChart = tools.find(({ name }) => name === 'validateChart');
  if (!validateChart) return {};
  const checker = createChartChecker(validateChart);
  let before: Promise<ValidationReport | undefined> | undefined;
  let context: ToolExecutionContext | undefined;
  let edits = 0;
  let known: { readonly edits: number; readonly report: ValidationReport | undefined } | undefined;
  let rounds = 0;
  let editsAtLastRequest = 0;
  let isOver = false;
  const editsAtCheck = new Map<string, number>();

  return {
    async beforeToolCall({ tool, call, context: callContext }) {
      if (tool === validateChart) editsAtCheck.set(call.id, edits);
      if (!isEdit(tool, call.input)) return;
      context = callContext;
      await (before ??= checker.check(callContext, callContext.signal));
    },

    afterToolCall({ tool, call, outcome }) {
      if (outcome.isError) return;
      if (isEdit(tool, call.input)) edits += 1;
      const report = tool === validateChart ? checker.read(call.input, outcome.output) : undefined;
      if (report) known = { edits: editsAtCheck.get(call.id) ?? -1, report };
    },

    async afterTurn({ message, wrapUp, signal }) {
      if (isOver || edits === 0 || !context || toolCallsOf(message).length > 0) return undefined;
      if (known?.edits !== edits) known = { edits, report: await checker.check(context, signal) };
      const [{ report }, earlier] = [known, await before];
      isOver = !report || !earlier;
      if (!report || !earlier) return undefined;
      const broken = findNewErrors(report, earlier);
      if (broken.length === 0) return undefined;
      const found = validateChart.toModel({ ...report, issues: broken, omittedIssues: 0 });
      isOver = wrapUp || rounds === maxRounds || edits === editsAtLastRequest;
      if (isOver) {
        return {
          message: askForRemainingErrors(found),
          notice: '[Some errors remain…]',
        };
      }
      rounds += 1;
      editsAtLastRequest = edits;
      return {
        message: askToFix(found),
        notice: '[Fixing the errors that the checks found…]',
      };
    },
  };
}

/** Returns true when a call changes chart files. Its input may be invalid. */
function isEdit(tool: BoundTool, input: unknown): boolean {
  if (tool.category !== 'chart' || tool.worstEffect === 'read') return false;
  try {
    return tool.effect(tool.parse(input)) !== 'read';
  } catch {
    return false;
  }
}

/** Checks the charts of a workspace with `validateChart`, independently of the model's own calls. */
interface ChartChecker {
  /**
   * Returns the current report; `undefined` when charts cannot be checked, which is logged. @throws AppError when
   * `signal` aborts
   */
  check(context: ToolExecutionContext, signal: AbortSignal): Promise<ValidationReport | undefined>;
  /** Returns the report of a model's own call, if it checked everything. */
  read(input: unknown, output: unknown): ValidationReport | undefined;
}

/** Creates a checker that calls `validateChart`. */
function createChartChecker(validateChart: BoundTool): ChartChecker {
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

/**
 * Returns the errors of a report that an earlier one does not contain. An error that only moved to another line is not
 * new.
 */
export function findNewErrors(report: ValidationReport, earlier: ValidationReport): readonly Issue[] {
  const known = new Set(earlier.issues.map(toKey));
  return report.issues.filter((issue) => issue.severity === 'error' && !known.has(toKey(issue)));
}

function toKey({ check, resource, file, message }: Issue): string {
  return JSON.stringify([check, resource, file, message.replace(/\d+/g, '0')]);
}
