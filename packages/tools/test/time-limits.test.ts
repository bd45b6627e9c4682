import { bindTools, type BoundTool, callTool, createToolExecutionContext, ToolRegistry } from '@shipmate/core';
import { allTools } from '@shipmate/tools';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const principal = { userId: 'u', organizationId: 'o', via: 'local' } as const;
const registry = new ToolRegistry(bindTools(allTools, {} as never));

/** Creates a tool of the registry that never settles and ignores its signal. */
function hanging(tool: BoundTool): BoundTool {
  return {
    ...tool,
    parse: (input) => input,
    effect: () => tool.worstEffect,
    execute: () => new Promise(() => undefined),
  };
}

it.each(Object.values(registry.getAll()).map((tool) => [tool.name, tool] as const))(
  'callTool stops %s at its time limit, or after 60 s when it declares none',
  async (_, tool) => {
    const calling = callTool(hanging(tool), {}, { context: createToolExecutionContext({ principal }) });
    const settled = vi.fn<() => void>();
    const waiting = calling.then(settled);
    const limit = tool.timeoutMs ?? 60_000;
    await vi.advanceTimersByTimeAsync(limit - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(await calling).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT' } });
  },
);
