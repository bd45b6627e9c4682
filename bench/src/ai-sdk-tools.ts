import { tool, zodSchema, type ToolSet } from 'ai';
import { loopTask } from './loop-task.ts';

const { name, description, input, execute } = loopTask.tool;

/** The tool of the loop task for the AI SDK. Its schema is wrapped, and so converted, once: the fastest documented way. */
export const aiSdkTools: ToolSet = { [name]: tool({ description, inputSchema: zodSchema(input), execute }) };
