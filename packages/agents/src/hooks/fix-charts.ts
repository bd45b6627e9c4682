import { toolCallsOf, type BoundTool, type LoopHooks, type ToolExecutionContext } from '@shipmate/core';
import type { ValidationReport } from '@shipmate/tools/helm';
import { askToFix, askForRemainingErrors } from '../prompts/fix-request.ts';
import { createChartChecker } from './chart-checker.ts';
import { findNewErrors } from './new-errors.ts';

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
