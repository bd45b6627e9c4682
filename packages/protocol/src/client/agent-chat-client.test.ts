import { describe, expect, it } from 'vitest';
import { createAgentChatClient } from './agent-chat-client.ts';
import type { AgentChatStreamEvent } from './agent-chat-connection.ts';

type Answer = (request: Request) => Response | Promise<Response>;

const start = 'id: 2.0\nevent: message_start\ndata: {"turn":0}\n\n';
const chunk = (id: string, text: string) =>
  `id: ${id}\nevent: content_chunk\ndata: ${JSON.stringify({ chunk: text })}\n\n`;
const complete = 'id: 9.0\nevent: message_complete\ndata: {}\n\n';

const stream =
  (...frames: string[]): Answer =>
  () =>
    new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream', 'x-shipmate-run': 'r1' } });

/** Breaks after its frames, like a reset connection. */
const broken =
  (...frames: string[]): Answer =>
  () => {
    const texts = [...frames];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const text = texts.shift();
        if (text === undefined) controller.error(new TypeError('terminated'));
        else controller.enqueue(new TextEncoder().encode(text));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-shipmate-run': 'r1' } });
  };

const failing =
  (status: number, code: string): Answer =>
  () =>
    Response.json({ success: false, code, message: `This is ${code}.` }, { status });

const unreachable: Answer = () => {
  throw new TypeError('fetch failed');
};

/** Creates a client whose server sends these responses, and the list of its requests. */
function createTestClient(answers: readonly Answer[], maxReconnects = 3) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const client = createAgentChatClient({
    baseUrl: 'https://shipmate.test/',
    token: async () => 't0ken',
    maxReconnects,
    wait: async (ms) => void waits.push(ms),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const answer = answers[requests.length];
      requests.push(request);
      if (!answer) throw new Error('One answer too few.');
      return answer(request);
    },
  });
  const asked = () =>
    requests.map(({ method, url, headers }) => [method, new URL(url).pathname, headers.get('last-event-id')]);
  return { client, requests, waits, asked };
}

async function read(events: AsyncIterable<AgentChatStreamEvent>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { event, id } of events) ids.push(`${event} ${id}`);
  return ids;
}

const question = { message: 'Hello?', context_type: 'tables' };

it('AgentChatClient sends a token and yields typed events with their positions', async () => {
  const { client, requests } = createTestClient([stream(start, chunk('3.0', 'Hi'), complete)]);
  const events: AgentChatStreamEvent[] = [];
  for await (const event of client.chat(question)) events.push(event);
  expect(events).toEqual([
    { event: 'message_start', data: { turn: 0 }, id: '2.0', runId: 'r1' },
    { event: 'content_chunk', data: { chunk: 'Hi' }, id: '3.0', runId: 'r1' },
    { event: 'message_complete', data: {}, id: '9.0', runId: 'r1' },
  ]);
  expect(requests[0]?.url).toBe('https://shipmate.test/v1/agent/chat');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer t0ken');
  expect(await requests[0]?.json()).toEqual(question);
});

describe('AgentChatClient, when the stream breaks,', () => {
  it.each([
    ['with an error', broken(start, chunk('3.0', 'a'))],
    ['without one', stream(start, chunk('3.0', 'a'))],
    ['within an event', stream(start, chunk('3.0', 'a'), 'id: 3.1\nevent: content_chunk\ndata: {"chu')],
  ])('%s, resumes after its last event', async (_, first) => {
    const { client, asked } = createTestClient([first, stream(chunk('3.1', 'b'), complete)]);
    expect(await read(client.chat(question))).toEqual([
      'message_start 2.0',
      'content_chunk 3.0',
      'content_chunk 3.1',
      'message_complete 9.0',
    ]);
    expect(asked()).toEqual([
      ['POST', '/v1/agent/chat', null],
      ['GET', '/v1/agent/runs/r1/events', '3.0'],
    ]);
  });

  it("reconnects with growing delays, starting at the server's delay, and resets them after a connection", async () => {
    const { client, waits } = createTestClient(
      [
        broken('retry: 20\n\n', start),
        unreachable,
        failing(503, 'UNAVAILABLE'),
        failing(429, 'RATE_LIMITED'),
        broken(chunk('3.0', 'a')),
        stream(complete),
      ],
      4,
    );
    expect(await read(client.chat(question))).toHaveLength(3);
    expect(waits).toEqual([20, 40, 80, 160, 20]);
  });

  it('gives up after the maximum number of attempts', async () => {
    const { client, waits } = createTestClient([broken(start), unreachable, unreachable, unreachable]);
    await expect(read(client.chat(question))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  it('resumes with extensions when they were requested', async () => {
    const { client, requests } = createTestClient([broken(start), stream(complete)]);
    await read(client.chat({ ...question, extensions: true }));
    expect(new URL(requests[1]?.url ?? '').search).toBe('?extensions=true');
  });

  it.each([
    [401, 'UNAUTHORIZED'],
    [404, 'NOT_FOUND'],
    [410, 'GONE'],
  ])('responds to %i by throwing %s', async (status, code) => {
    const { client } = createTestClient([broken(start), failing(status, code)]);
    await expect(read(client.chat(question))).rejects.toMatchObject({ code, message: `This is ${code}.` });
  });
});

it.each([
  [400, 'VALIDATION_ERROR'],
  [401, 'UNAUTHORIZED'],
  [409, 'CONFLICT'],
  [503, 'UNAVAILABLE'],
])('AgentChatClient does not repeat a question with a response of %i and throws %s', async (status, code) => {
  const { client, requests } = createTestClient([failing(status, code)]);
  await expect(read(client.chat(question))).rejects.toMatchObject({ code });
  expect(requests).toHaveLength(1);
});

it('AgentChatClient does not repeat a question when the connection fails', async () => {
  const { client, requests } = createTestClient([unreachable]);
  await expect(read(client.chat(question))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(requests).toHaveLength(1);
});

it.each<[string, Answer]>([
  ['something other than events', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['an event with a wrong payload', stream('id: 2.0\nevent: message_start\ndata: {"turn":"x"}\n\n')],
  ['an event without JSON', stream('id: 2.0\nevent: content_chunk\ndata: {\n\n')],
])('AgentChatClient rejects %s', async (_, answer) => {
  const { client } = createTestClient([answer]);
  await expect(read(client.chat(question))).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
});

it('AgentChatClient skips unknown events and ends with an error event', async () => {
  const error = 'id: 4.0\nevent: error\ndata: {"message":"No."}\n\n';
  const { client } = createTestClient([
    stream('event: novelty\ndata: {}\n\n', 'event: toString\ndata: {}\n\n', error, start),
  ]);
  expect(await read(client.chat(question))).toEqual(['error 4.0']);
});

it('AgentChatClient follows a run from a given position, also when the server is unavailable at first', async () => {
  const { client, asked } = createTestClient([unreachable, stream(complete)]);
  expect(await read(client.follow('r 1', { after: '3.0' }))).toEqual(['message_complete 9.0']);
  expect(asked()[1]).toEqual(['GET', '/v1/agent/runs/r%201/events', '3.0']);
});

it('AgentChatClient yields nothing when nothing is left to follow', async () => {
  const { client } = createTestClient([() => new Response(null, { status: 204 })]);
  expect(await read(client.follow('r1', { after: '9.0' }))).toEqual([]);
});

it('AgentChatClient stops a run, or throws the reason', async () => {
  const { client, asked } = createTestClient([() => new Response(null, { status: 204 }), failing(404, 'NOT_FOUND')]);
  await client.stop('r1');
  expect(asked()).toEqual([['POST', '/v1/agent/runs/r1/stop', null]]);
  await expect(client.stop('r2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('AgentChatClient reads and decides an approval, or throws the reason', async () => {
  const approval = {
    id: 'a 1',
    runId: 'r1',
    conversationId: 'c1',
    workspaceId: null,
    toolCallId: 't1',
    tool: 'remove',
    input: { name: 'web' },
    effect: 'destructive',
    isGrantable: false,
    preview: null,
    origins: [],
    status: 'pending',
    decidedBy: null,
    reason: null,
    createdAt: '2030-01-01T00:00:00Z',
    expiresAt: '2030-01-02T00:00:00Z',
    decidedAt: null,
  };
  const denied = { ...approval, status: 'denied', decidedBy: 'user', reason: 'No.' };
  const answers = [approval, denied].map((answer) => () => Response.json(answer));
  const { client, asked, requests } = createTestClient([
    ...answers,
    failing(401, 'UNAUTHORIZED'),
    () => Response.json({ id: 'a 1' }),
  ]);
  expect(await client.getApproval('a 1')).toEqual(approval);
  expect(await client.decide('a 1', { decision: 'deny', reason: 'No.' })).toEqual(denied);
  expect(asked()).toEqual([
    ['GET', '/v1/agent/approvals/a%201', null],
    ['POST', '/v1/agent/approvals/a%201/decision', null],
  ]);
  expect(await requests[1]?.json()).toEqual({ decision: 'deny', reason: 'No.' });
  await expect(client.decide('a 1', { decision: 'approve' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(client.getApproval('a 1')).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
});

it('AgentChatClient aborts while it reads and while it waits', async () => {
  const reading = new AbortController();
  const { client } = createTestClient([
    ({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(start));
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-shipmate-run': 'r1' } });
    },
  ]);
  const events = client.chat(question, { signal: reading.signal });
  expect((await events.next()).value).toMatchObject({ event: 'message_start' });
  reading.abort();
  await expect(events.next()).rejects.toMatchObject({ code: 'ABORTED' });

  const waiting = new AbortController();
  const patient = createAgentChatClient({
    baseUrl: 'https://shipmate.test',
    token: 't',
    fetch: async () => {
      setImmediate(() => waiting.abort());
      throw new TypeError('fetch failed');
    },
  });
  const followed = read(patient.follow('r1', { signal: waiting.signal }));
  await expect(followed).rejects.toMatchObject({ code: 'ABORTED' });
});
