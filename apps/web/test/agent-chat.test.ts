import { AppError, ToolRegistry } from '@shipmate/core';
import type { ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { runHeader } from '@shipmate/protocol/http';
import type { ApprovalListResponse, ApprovalView } from '@shipmate/protocol/web/approvals';
import { describe, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { createRemoveTool } from './remove-tool.ts';
import { createProgram, createWorkflowTools, preview, readPairs, startAgentChat } from './start-agent-chat.ts';
import type { TestBrowser } from './start-web.ts';

const removeWeb = { id: 't1', name: 'remove', input: { name: 'web' } };

async function pending(browser: TestBrowser): Promise<readonly ApprovalView[]> {
  return (await read<ApprovalListResponse>(await browser.fetch('/api/approvals'))).approvals;
}

const workflowId = '550e8400-e29b-41d4-a716-446655440000';

/** Returns the names and payloads of one answer. */
async function answer(steps: readonly ScriptedStep[], request = {}) {
  await using chat = await startAgentChat(steps);
  const { ask } = await chat.signIn();
  const pairs = await readPairs(await ask(request));
  chat.model.assertConsumed();
  return pairs;
}

/** The example sequences of the protocol: exactly these events, in this order, with these payloads. */
describe('the Agent Chat Protocol', () => {
  it('answers a simple question', async () => {
    expect(await answer([{ text: ['The ', '**Low Stock Alert**', ' rule triggers...'] }])).toEqual([
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: 'The ' }],
      ['content_chunk', { chunk: '**Low Stock Alert**' }],
      ['content_chunk', { chunk: ' rule triggers...' }],
      ['message_complete', {}],
    ]);
  });

  it('answers with tool calls', async () => {
    const steps = [
      { text: 'Let me look up that workflow.', toolCalls: [{ id: 't1', name: 'get_workflow_rule' }] },
      { text: 'The workflow has 3 actions...' },
    ];
    expect(await answer(steps)).toEqual([
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: 'Let me look up that workflow.' }],
      ['tool_call_start', { tool_use_id: 't1', name: 'get_workflow_rule' }],
      ['tool_call_result', { tool_use_id: 't1', name: 'get_workflow_rule', is_error: false }],
      ['message_start', { turn: 1 }],
      ['content_chunk', { chunk: 'The workflow has 3 actions...' }],
      ['message_complete', {}],
    ]);
  });

  it('creates a workflow and shows its preview', async () => {
    const steps = [
      { toolCalls: [{ id: 't1', name: 'discover_action_types' }] },
      { text: "I'll build that workflow...", toolCalls: [{ id: 't2', name: 'preview_workflow' }] },
      { text: "I've sent a preview for your review." },
    ];
    expect(await answer(steps)).toEqual([
      ['message_start', { turn: 0 }],
      ['tool_call_start', { tool_use_id: 't1', name: 'discover_action_types' }],
      ['tool_call_result', { tool_use_id: 't1', name: 'discover_action_types', is_error: false }],
      ['message_start', { turn: 1 }],
      ['content_chunk', { chunk: "I'll build that workflow..." }],
      ['tool_call_start', { tool_use_id: 't2', name: 'preview_workflow' }],
      ['tool_call_result', { tool_use_id: 't2', name: 'preview_workflow', is_error: false }],
      ['workflow_preview', preview],
      ['message_start', { turn: 2 }],
      ['content_chunk', { chunk: "I've sent a preview for your review." }],
      ['message_complete', {}],
    ]);
  });

  it('sends only events with ids, and comments', async () => {
    await using chat = await startAgentChat([{ thinking: 's3cret', text: 'a\r\nb' }]);
    const response = await (await chat.signIn()).ask({});
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    });
    const text = await response.text();
    expect(text.replace(/^: \w+\n\n/gm, '')).toMatch(/^(?:id: \d+\.\d+\nevent: \w+\ndata: \{.*\}\n\n)+$/);
    expect(text).not.toContain('s3cret');
  });

  it('sends extensions on request, and nothing after the end', async () => {
    const steps = [{ text: 'Three.', usage: { inputTokens: 7, outputTokens: 2 } }];
    const run = { run_id: expect.any(String), conversation_id: expect.any(String), model: 'demo:shipmate-demo' };
    expect(await answer(steps, { extensions: true })).toEqual([
      ['run', run],
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: 'Three.' }],
      ['usage', expect.objectContaining({ input_tokens: 7, output_tokens: 2 })],
      ['message_complete', {}],
    ]);
  });
});

describe('the Agent Chat Protocol without extensions', () => {
  it('says that a call waits for approval, with the link to decide, and continues after the decision', async () => {
    const { removed, extraTools } = createRemoveTool({ category: 'workflow' });
    await using chat = await startAgentChat([{ toolCalls: [removeWeb] }, { text: 'Done.' }], {
      tools: new ToolRegistry(extraTools).freeze(),
    });
    const { ask, browser } = await chat.signIn();
    const response = await ask({});
    const link = `${chat.web.url}/runs/${response.headers.get(runHeader)}`;
    const reading = readPairs(response);
    await expect.poll(async () => (await pending(browser)).length).toBe(1);
    const [approval] = await pending(browser);
    expect((await browser.post(`/api/approvals/${approval?.id}/decision`, { decision: 'approve' })).status).toBe(200);
    expect(await reading).toEqual([
      ['message_start', { turn: 0 }],
      ['tool_call_start', { tool_use_id: 't1', name: 'remove' }],
      ['content_chunk', { chunk: `\n\n[The call of "remove" waits for approval. Approve or deny it at ${link}]\n\n` }],
      ['tool_call_result', { tool_use_id: 't1', name: 'remove', is_error: false }],
      ['message_start', { turn: 1 }],
      ['content_chunk', { chunk: 'Done.' }],
      ['message_complete', {}],
    ]);
    expect(removed).toEqual(['web']);
  });

  it('links to the public address of the app when it has one', async () => {
    await using chat = await startAgentChat([{ toolCalls: [removeWeb] }], {
      tools: new ToolRegistry(createRemoveTool({ category: 'workflow' }).extraTools).freeze(),
      settings: { publicUrl: 'https://shipmate.test/' },
    });
    const { client } = await chat.signIn();
    let notice: string | undefined;
    for await (const { event, data, runId } of client.chat({ message: 'Remove web.', context_type: 'workflow' })) {
      if (event !== 'content_chunk') continue;
      notice = data.chunk.replace(runId, '{run}');
      break;
    }
    expect(notice).toContain('deny it at https://shipmate.test/runs/{run}]');
  });

  it.each<[string, ScriptedStep['finish'], RegExp]>([
    ['reached its token limit', 'length', /limit of output tokens/],
    ['was filtered', 'content_filter', /refused or filtered/],
  ])('says that an answer %s', async (_, finish, notice) => {
    expect(await answer([{ text: 'One, two', ...(finish && { finish }) }])).toEqual([
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: 'One, two' }],
      ['content_chunk', { chunk: expect.stringMatching(notice) }],
      ['message_complete', {}],
    ]);
  });

  it('starts a turn once when the provider fails and is retried', async () => {
    const details = { retryAfterMs: 0 };
    const error = new AppError({ code: 'UNAVAILABLE', message: 'Overloaded.', recoverable: true, details });
    expect(await answer([{ error }, { text: 'Three.' }])).toEqual([
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: 'Three.' }],
      ['message_complete', {}],
    ]);
    expect(await answer([{ text: 'Thr', error }, { text: 'Three.' }])).toEqual([
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: 'Thr' }],
      ['content_chunk', { chunk: expect.stringContaining('starts again') }],
      ['content_chunk', { chunk: 'Three.' }],
      ['message_complete', {}],
    ]);
  });
});

describe('the Agent Chat Protocol after a failure', () => {
  it('reports the failure of a tool and continues', async () => {
    const steps = [
      { toolCalls: [{ id: 't1', name: 'get_workflow_rule', input: { fail: true } }] },
      { text: 'It cannot be read.' },
    ];
    const pairs = await answer(steps);
    expect(pairs).toContainEqual([
      'tool_call_result',
      { tool_use_id: 't1', name: 'get_workflow_rule', is_error: true },
    ]);
    expect(pairs.at(-1)).toEqual(['message_complete', {}]);
    expect(JSON.stringify(pairs)).not.toContain('s3cret');
  });

  it('ends with the error of the model', async () => {
    const error = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The provider is down.', recoverable: false });
    expect(await answer([{ text: 'So', error }])).toEqual([
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: 'So' }],
      ['error', { message: 'The provider is down.' }],
    ]);
  });

  it('ends after 20 turns, the last of which summarizes', async () => {
    const calls = Array.from({ length: 19 }, (_, step) => ({
      toolCalls: [{ name: 'get_workflow_rule', input: { step } }],
    }));
    const pairs = await answer([...calls, { text: 'This is how far I came.' }]);
    expect(pairs.filter(([name]) => name === 'message_start').map(([, data]) => data)).toEqual(
      Array.from({ length: 20 }, (_, turn) => ({ turn })),
    );
    expect(pairs.slice(-3)).toEqual([
      ['message_start', { turn: 19 }],
      ['content_chunk', { chunk: 'This is how far I came.' }],
      ['error', { message: 'Maximum tool-call rounds exceeded' }],
    ]);
  });

  it('retries an answer in another script', async () => {
    const pairs = await answer([{ text: '这个工作流程有三个步骤，最后发送通知。' }, { text: 'It has three steps.' }]);
    expect(pairs).toEqual([
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: '这个工作流程有三个步骤，最后发送通知。' }],
      ['message_start', { turn: 0 }],
      ['content_chunk', { chunk: '[Retrying in English...]' }],
      ['content_chunk', { chunk: 'It has three steps.' }],
      ['message_complete', {}],
    ]);
  });
});

describe('an Agent Chat Protocol request', () => {
  const refused: [what: string, body: string, message: RegExp][] = [
    ['no JSON', '{', /not valid JSON/],
    ['no message', '{"context_type":"workflow"}', /message: /],
    ['an empty message', '{"message":" ","context_type":"workflow"}', /message: must not be empty/],
    ['no kind of work', '{"message":"Hello"}', /context_type: /],
    ['an unknown kind of work', '{"message":"Hello","context_type":"cars"}', /"cars".*chart, workflow, tables/],
    ['a context that is no object', '{"message":"Hello","context_type":"workflow","context":[]}', /context: /],
    ['a persona that there is not', '{"message":"Hello","context_type":"tables","persona":"pirate"}', /persona: /],
    ['a chart in no workspace', '{"message":"Hello","context_type":"chart"}', /context\.workspace_id/],
  ];

  it('is refused when it is invalid, unauthenticated, or names an unknown object', async () => {
    await using chat = await startAgentChat([]);
    const { ask } = await chat.signIn();
    for (const [what, body, message] of refused) {
      const response = await ask({}, { body });
      expect([what, response.status, await response.json()]).toEqual([
        what,
        400,
        expect.objectContaining({ success: false, code: 'VALIDATION_ERROR', message: expect.stringMatching(message) }),
      ]);
    }
    for (const token of ['shp_unknown', 'a.b.c']) {
      expect(await readError(await createProgram(chat.web.url, token).ask({}))).toEqual([401, 'UNAUTHORIZED']);
    }
    for (const workspace_id of [newId(), 'no-id']) {
      expect(await readError(await ask({ context_type: 'chart', context: { workspace_id } }))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    }
  });

  it('may omit its optional fields, or leave them empty', async () => {
    await using chat = await startAgentChat([{ text: 'Hello.', times: 2 }]);
    const { ask } = await chat.signIn();
    for (const request of [
      { context: null, conversation_id: null },
      { conversation_id: '', detach: null },
    ]) {
      expect((await readPairs(await ask({ context_type: 'tables', ...request }))).at(-1)).toEqual([
        'message_complete',
        {},
      ]);
    }
  });

  it.each(['tables', 'workflow', 'plain', 'cluster'])(
    'to the agent "%s" keeps a workspace_id as data when the caller has no such workspace',
    async (context_type) => {
      await using chat = await startAgentChat([{ text: 'Hello.', times: Infinity }]);
      const [{ ask, browser }, stranger] = [await chat.signIn(), await chat.signIn()];
      const made = await stranger.browser.post('/api/workspaces', {});
      const { workspaceId } = (await made.json()) as { workspaceId: string };
      for (const workspace_id of [workspaceId, newId(), 'ws-7']) {
        const response = await ask({ context_type, context: { workspace_id } });
        expect((await readPairs(response)).at(-1)).toEqual(['message_complete', {}]);
        const trace = await browser.fetch(`/api/runs/${response.headers.get(runHeader)}`);
        expect(await trace.json()).toMatchObject({ run: { workspaceId: null }, clientContext: { workspace_id } });
      }
    },
  );

  it('belongs to the workspace that its context names when the caller has it', async () => {
    await using chat = await startAgentChat([{ text: 'Hello.' }]);
    const { ask, browser } = await chat.signIn();
    const { workspaceId } = (await (await browser.post('/api/workspaces', {})).json()) as { workspaceId: string };
    const response = await ask({ context_type: 'tables', context: { workspace_id: workspaceId } });
    await response.text();
    const trace = await browser.fetch(`/api/runs/${response.headers.get(runHeader)}`);
    expect(await trace.json()).toMatchObject({ run: { workspaceId } });
  });

  it('may name the model that answers and its persona', async () => {
    await using chat = await startAgentChat([{ text: 'Hello.' }]);
    const { ask, browser } = await chat.signIn();
    const response = await ask({ context_type: 'tables', model: 'demo:shipmate-demo', persona: 'operator' });
    await response.text();
    const trace = await browser.fetch(`/api/runs/${response.headers.get(runHeader)}`);
    expect(await trace.json()).toMatchObject({ persona: 'operator', run: { model: 'demo:shipmate-demo' } });
    expect(await readError(await ask({ context_type: 'tables', model: 'nobody:knows-it' }))).toEqual([
      400,
      'VALIDATION_ERROR',
    ]);
  });

  it('is answered in the configured language', async () => {
    const answerLanguage = { name: 'Russian', scripts: ['Cyrl'] };
    const steps = [{ text: 'Hello, this is no Russian.' }, { text: 'Привет.' }];
    await using chat = await startAgentChat(steps, { settings: { answerLanguage } });
    const pairs = await readPairs(await (await chat.signIn()).ask({ message: 'Что это?', context_type: 'tables' }));
    expect(chat.model.requests[0]?.system).toMatch(/Answer in Russian, whatever language the person writes in/);
    expect(pairs).toContainEqual(['content_chunk', { chunk: '[Retrying in Russian...]' }]);
    expect(pairs.at(-2)).toEqual(['content_chunk', { chunk: 'Привет.' }]);
  });

  it('shows its context to the model and passes its workflow to tools', async () => {
    const log = { inputs: [] };
    const toolCalls = [{ name: 'get_workflow_rule', input: { workflow_id: 'Low Stock Alert' } }];
    await using chat = await startAgentChat([{ toolCalls }, { text: 'Done.' }], { tools: createWorkflowTools(log) });
    const context = { workflow_id: workflowId, rule_name: 'Low Stock Alert', nodes: [] };
    await (await (await chat.signIn()).ask({ context })).text();
    expect(log.inputs).toEqual([{ workflow_id: workflowId }]);
    expect(chat.model.requests[0]?.system).toContain(JSON.stringify(context));
    expect(chat.model.requests[0]?.system).toContain(`**Current workflow ID: \`${workflowId}\`**`);
  });

  it('continues the conversation that it names, and begins a new one otherwise', async () => {
    await using chat = await startAgentChat([{ text: 'Yes.', times: 5 }]);
    const { ask } = await chat.signIn();
    const stranger = await chat.signIn();
    const asked = [
      () => ask({ message: 'One', conversation_id: 'tab 1' }),
      () => ask({ message: 'Two', conversation_id: 'tab 1' }),
      () => ask({ message: 'Three', conversation_id: 'tab 1', context_type: 'tables' }),
      () => stranger.ask({ message: 'Four', conversation_id: 'tab 1' }),
      () => ask({ message: 'Five' }),
    ];
    for (const send of asked) await (await send()).text();
    expect(chat.model.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 1, 1, 1]);
  });
});
