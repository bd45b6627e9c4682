import { tool, zodSchema, type ToolSet } from 'ai';
import type { LoopTask } from './loop-task.ts';

/** The tools of a task for the AI SDK, with their schemas as most programs write them: converted anew in each step. */
export function toRawTools(task: LoopTask): ToolSet {
  return Object.fromEntries(
    task.tools.map(({ name, description, input, execute }) => [
      name,
      tool({ description, inputSchema: input, execute }),
    ]),
  );
}

/** The same with their schemas wrapped, and so converted once: the fastest documented way. */
export function toWrappedTools(task: LoopTask): ToolSet {
  return Object.fromEntries(
    task.tools.map(({ name, description, input, execute }) => [
      name,
      tool({ description, inputSchema: zodSchema(input), execute }),
    ]),
  );
}
