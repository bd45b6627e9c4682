import { AppError, bindTools, defineTool, type ErrorCode, ToolRegistry } from '@shipmate/core';
import { z } from 'zod';

const none = z.object({});
const anything = z.unknown();

/** Fails with the requested code. */
const fail = defineTool({
  name: 'fail',
  description: 'Fails.',
  effect: 'read',
  input: z.object({ code: z.string() }),
  output: anything,
  async execute({ code }) {
    throw new AppError({ code: code as ErrorCode, message: 'It failed.', cause: new Error('s3cret') });
  },
});

/** Returns its context. */
const whoami = defineTool({
  name: 'whoami',
  description: 'Tells who calls.',
  effect: 'read',
  input: z.object({ loud: z.boolean().default(false) }),
  output: anything,
  execute: async ({ loud }, { userId, workspaceId, runId, toolCallId }) => ({
    loud,
    userId,
    workspaceId,
    runId,
    toolCallId,
  }),
});

const throws = defineTool({
  name: 'throws',
  description: 'Throws what it should not.',
  effect: 'read',
  input: none,
  output: anything,
  async execute() {
    throw new TypeError('s3cret is not a function');
  },
});

const hangs = defineTool({
  name: 'hangs',
  description: 'Never ends and ignores its signal.',
  effect: 'read',
  timeoutMs: 20,
  input: none,
  output: anything,
  execute: () => new Promise<never>(() => undefined),
});

const counts = defineTool({
  name: 'counts',
  description: 'Returns what JSON cannot say.',
  effect: 'read',
  input: none,
  output: anything,
  execute: async () => ({ total: 9_007_199_254_740_993n }),
});

/** Returns an output that reports a failure. */
const exits = defineTool({
  name: 'exits',
  description: 'Exits with code 1.',
  effect: 'read',
  input: none,
  output: anything,
  execute: async () => ({ exitCode: 1 }),
  isFailure: () => true,
  toModel: () => 'Exit code 1.',
});

const destroys = defineTool({
  name: 'destroys',
  description: 'Cannot be undone.',
  effect: ({ dryRun }) => (dryRun ? 'read' : 'destructive'),
  worstEffect: 'destructive',
  input: z.object({ dryRun: z.boolean() }),
  output: anything,
  execute: async ({ dryRun }) => ({ dryRun }),
});

/** Tools with every kind of misbehaviour. */
export const testTools = new ToolRegistry(
  bindTools([fail, whoami, throws, hangs, counts, exits, destroys], {}),
).freeze();
