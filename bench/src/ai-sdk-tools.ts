import { tool, zodSchema, type ToolSet } from 'ai';
import type { LoopTask } from './loop-task.ts';

/** Returns a task's tools for the AI SDK with raw schemas, as most programs pass them; the SDK converts them in each step. */
export function toRawTools(task: LoopTask): ToolSet {
  return Object.fromEntries(
    task.tools.map(({ name, description, input, execute }) => [
      name,
      tool({ description, inputSchema: input, execute }),
    ]),
  );
}

/** Returns the same tools with wrapped schemas, which the SDK converts once: the fastest documented way. */
export function toWrappedTools(task: LoopTask): ToolSet {
  return Object.fromEntries(
    task.tools.map(({ name, description, input, execute }) => [
      name,
      tool({ description, inputSchema: zodSchema(input), execute }),
    ]),
  );
}
