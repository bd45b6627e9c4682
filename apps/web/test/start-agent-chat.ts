import { bindTools, defineTool, ToolRegistry } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import type { AgentChatRequest } from '@shipmate/protocol/agent-chat';
import type { CreateApiTokenResponse } from '@shipmate/protocol/web/tokens';
import { type AgentChatClient, createAgentChatClient, readServerSentEvents } from '@shipmate/protocol/client';
import { z } from 'zod';
import { read } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

/** A preview of the test tool `preview_workflow`. */
export const preview = {
  description: 'Add low stock alert when inventory drops below threshold',
  workflow: { name: 'Low Stock Alert', actions: [{ name: 'Check Stock' }], edges: [] },
  is_update: false,
};

/** Inputs of the tool calls, in order. */
export interface ToolLog {
  readonly inputs: unknown[];
}

/** Creates tools of workflows: two that read and fail on request, and one that shows a preview. */
export function createWorkflowTools(log: ToolLog = { inputs: [] }): ToolRegistry {
  const look = (name: string) =>
    defineTool({
      name,
      description: 'Looks at a rule.',
      category: 'workflow',
      effect: 'read',
      input: z.looseObject({ fail: z.boolean().optional() }),
      output: z.object({ actions: z.number() }),
      async execute(input) {
        log.inputs.push(input);
        if (input.fail === true) throw new Error('s3cret');
        return { actions: 3 };
      },
    });
  const previewWorkflow = defineTool({
    name: 'preview_workflow',
    description: 'Shows a rule to the person.',
    category: 'workflow',
    effect: 'read',
    input: z.looseObject({}),
    output: z.object({ status: z.string() }),
    execute: async () => ({ status: 'preview_sent' }),
    clientEvents: () => [{ type: 'workflow_preview', data: preview }],
  });
  const tools = bindTools([look('get_workflow_rule'), look('discover_action_types'), previewWorkflow], {});
  return new ToolRegistry(tools).freeze();
}

/** A client program of the Agent Chat Protocol with an API token. */
export interface TestProgram {
  readonly token: string;
  readonly client: AgentChatClient;
  readonly browser: Awaited<ReturnType<TestWeb['signIn']>>;
  readonly ask: (request: Partial<AgentChatRequest>, init?: RequestInit) => Promise<Response>;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
}

export interface TestAgentChat extends AsyncDisposable {
  readonly web: TestWeb;
  readonly model: ScriptedModel;
  /** Returns a program of a person in an organization of their own. */
  signIn(): Promise<TestProgram>;
}

/** Starts the app with a scripted model. */
export async function startAgentChat(
  steps: readonly ScriptedStep[],
  options: Omit<NonNullable<Parameters<typeof startWeb>[0]>, 'model'> = {},
): Promise<TestAgentChat> {
  const model = new ScriptedModel(steps, 'demo:shipmate-demo');
  const web = await startWeb({ model, tools: createWorkflowTools(), ...options });
  return {
    web,
    model,
    signIn: async () => {
      const browser = await web.signIn();
      const made = await browser.post('/api/tokens', { name: 'test', expiresInDays: null });
      const { secret } = await read<CreateApiTokenResponse>(made);
      return { browser, ...createProgram(web.url, secret) };
    },
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}

/** Returns a program with the given token. */
export function createProgram(url: string, token: string): Omit<TestProgram, 'browser'> {
  const withToken: TestProgram['fetch'] = (path, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(new URL(path, url), { ...init, headers });
  };
  return {
    token,
    client: createAgentChatClient({ baseUrl: url, token }),
    fetch: withToken,
    ask: (request, init) =>
      withToken('/v1/agent/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'What does this workflow do?', context_type: 'workflow', ...request }),
        ...init,
      }),
  };
}

/** A received event: its name, its parsed payload, its id. */
export type ReadEvent = readonly [name: string, data: unknown, id: string];

/** Reads a stream to its end. */
export async function readEvents({ body }: Response): Promise<readonly ReadEvent[]> {
  const events: ReadEvent[] = [];
  if (!body) return events;
  for await (const { event, data, lastEventId } of readServerSentEvents(body)) {
    events.push([event, JSON.parse(data), lastEventId]);
  }
  return events;
}

/** Returns only the names and payloads. */
export async function readPairs(response: Response): Promise<readonly (readonly [name: string, data: unknown])[]> {
  return (await readEvents(response)).map(([name, data]) => [name, data]);
}
