import { type BoundTool, overrideTool } from '@shipmate/core';
import { toLoggedError, toLoggedText } from './logged-text.ts';

/** The most entries of a list and fields of an object that are logged, and how deep. */
const limits = { entries: 20, depth: 4 };

/**
 * Returns a tool that logs the start of each call with its redacted input, and its end: duration, status, the paths and sizes that it names,
 * the peak memory of the process after an analysis of code, and the error with its stack.
 */
export function logCalls(tool: BoundTool): BoundTool {
  const { name, category } = tool;
  return overrideTool(tool, {
    async execute(input, context) {
      const { logger, toolCallId, runId } = context;
      const call = { tool: name, toolCallId, runId };
      const started = performance.now();
      const ended = () => ({ ...call, ms: Math.round(performance.now() - started), ...toMemory(category) });
      logger.info('tool call started', { ...call, input: toLogged(input) });
      try {
        const output = await tool.execute(input, context);
        logger.info('tool call ended', { ...ended(), status: 'completed', ...toFacts(output) });
        return output;
      } catch (error) {
        logger.warn('tool call ended', { ...ended(), status: 'failed', error: toLoggedError(error) });
        throw error;
      }
    },
  });
}

/** The largest resident memory of the process so far, in MB; its worker threads parse the code. */
function toMemory(category: string): object {
  return category === 'code' ? { peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1_024) } : {};
}

/** The fields of outputs that are logged: places, sizes and states, but no content. */
const factNames = ['filePath', 'from', 'to', 'dirPath', 'size', 'bytes', 'total', 'exitCode', 'status', 'messageId'];

function toFacts(output: unknown): object {
  if (typeof output !== 'object' || output === null) return {};
  const { status, ...facts } = Object.fromEntries(Object.entries(output).filter(([name]) => factNames.includes(name)));
  return { ...(status !== undefined && { result: toLogged(status) }), ...Object(toLogged(facts)) };
}

function toLogged(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return toLoggedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === limits.depth) return '…';
  if (Array.isArray(value)) return value.slice(0, limits.entries).map((each) => toLogged(each, depth + 1));
  const fields = Object.entries(value).slice(0, limits.entries);
  return Object.fromEntries(fields.map(([name, each]) => [name, toLogged(each, depth + 1)]));
}
