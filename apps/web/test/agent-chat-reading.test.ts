import { isDeepStrictEqual } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@shipmate/db/testing';
import { holdContent } from '@shipmate/domain/testing';
import { runHeader } from '@shipmate/protocol/http';
import { createAgentChatClient } from '@shipmate/protocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readError } from './read-json.ts';
import { readEvents, readPairs, startAgentChat, type TestAgentChat, type TestProgram } from './start-agent-chat.ts';

const toolTurn = { text: ['Let me ', 'look.'], toolCalls: [{ id: 't1', name: 'get_workflow_rule' }] };

/** Shared by all tests; each uses a tenant of its own. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
});
afterAll(() => database.close());

/** Starts a web app with an answer that sends one text and then waits at a gate. */
async function startWaiting(readerGraceMs: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const chat = await startAgentChat([{ text: ['One', ' two.'], until: promise, times: Infinity }], {
    database,
    settings: { readerGraceMs },
  });
  return { chat, program: await chat.signIn(), goOn: resolve };
}

/** Asks, reads until the answer waits, and disconnects. */
async function askAndLeave({ client }: TestProgram, detach = false): Promise<{ runId: string; place: string }> {
  for await (const { event, runId, id } of client.chat({ message: 'Count.', context_type: 'tables', detach })) {
    if (event === 'content_chunk') return { runId, place: id };
  }
  throw new Error('There was no answer to leave.');
}

const readOn = (program: TestProgram, runId: string, lastEventId?: string) =>
  readRun(program, `${runId}/events`, lastEventId);

const readRun = ({ fetch }: TestProgram, path: string, lastEventId?: string) =>
  fetch(`/v1/agent/runs/${path}`, {
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });

async function statusOf({ web }: TestAgentChat, { browser }: TestProgram, runId: string): Promise<string> {
  return (await web.unitOfWork.stores.runs.get(browser.tenant.principal, runId)).status;
}

/** Passes the given number of bytes, also within an event, and then breaks. */
function cutAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.error(new TypeError('The connection was reset.'));
    },
  });
}

describe('GET /v1/agent/runs/{id}/events', () => {
  it('sends each reader exactly the events after the one that it names', async () => {
    await using chat = await startAgentChat([toolTurn, { text: 'Three.' }], { database });
    const program = await chat.signIn();
    const response = await program.ask({});
    const runId = response.headers.get(runHeader) ?? '';
    const all = await readEvents(response);
    expect(await readEvents(await readOn(program, runId))).toEqual(all);
    for (const [index, [, , id]] of all.slice(0, -1).entries()) {
      expect(await readEvents(await readOn(program, runId, id))).toEqual(all.slice(index + 1));
    }
    expect((await readOn(program, runId, all.at(-1)?.[2])).status).toBe(204);
    const extended = await readEvents(await readRun(program, `${runId}/events?extensions=true`));
    expect(extended.map(([name]) => name)).toEqual([
      'run',
      ...all.slice(0, -1).map(([name]) => name),
      'usage',
      'message_complete',
    ]);
    expect(all.every((event) => extended.some((same) => isDeepStrictEqual(same, event)))).toBe(true);
    for (const [index, [, , id]] of extended.slice(0, -1).entries()) {
      const rest = new Set(extended.slice(index + 1).map(([, , later]) => later));
      expect(await readEvents(await readOn(program, runId, id))).toEqual(all.filter(([, , later]) => rest.has(later)));
    }
  });

  it('responds 410 to a deleted position, and 400 to an invalid one', async () => {
    await using chat = await startAgentChat([{ text: 'Three.' }], { database });
    const program = await chat.signIn();
    const response = await program.ask({});
    const runId = response.headers.get(runHeader) ?? '';
    await response.text();
    for (const place of ['1.1', '2.7', '99.0', '0.0', '999999999999999.0']) {
      expect([place, ...(await readError(await readOn(program, runId, place)))]).toEqual([place, 410, 'GONE']);
    }
    for (const place of ['3', '3.0.0', '-1.0', 'x', '1e3.0']) {
      expect([place, ...(await readError(await readOn(program, runId, place)))]).toEqual([
        place,
        400,
        'VALIDATION_ERROR',
      ]);
    }
    await chat.web.unitOfWork.stores.runs.deleteOldEvents({ olderThanDays: 0, limit: 1_000 });
    expect(await readError(await readOn(program, runId))).toEqual([410, 'GONE']);
    expect(await readError(await readOn(program, runId, '2.0'))).toEqual([410, 'GONE']);
  });

  it('continues after content that is sent and not yet stored', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    await using chat = await startAgentChat([{ text: ['One', ' two.'], until: promise }], {
      database: { ...database, unitOfWork: holdContent(database.unitOfWork, () => promise) },
    });
    const program = await chat.signIn();
    const { runId, place } = await askAndLeave(program, true);
    expect(await readError(await readOn(program, runId, '5.0'))).toEqual([410, 'GONE']);
    const reading = await readOn(program, runId, place);
    letGo();
    expect([place, await readEvents(reading)]).toEqual([
      '3.0',
      [
        ['content_chunk', { chunk: ' two.' }, '3.1'],
        ['message_complete', {}, '5.1'],
      ],
    ]);
  });

  it('continues after content that is sent while earlier content is being stored', async () => {
    const storing = Promise.withResolvers<void>();
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    const untilStored = () => {
      storing.resolve();
      return promise;
    };
    const text = ['One', ' two', ' three.'];
    await using chat = await startAgentChat([{ text, pause: storing.promise, until: promise }], {
      database: { ...database, unitOfWork: holdContent(database.unitOfWork, untilStored) },
    });
    const program = await chat.signIn();
    const { runId } = await askAndLeave(program, true);
    const reading = await readOn(program, runId, '4.0');
    letGo();
    expect(await readEvents(reading)).toEqual([
      ['content_chunk', { chunk: ' three.' }, '4.1'],
      ['message_complete', {}, '6.1'],
    ]);
  });

  it('continues in the typed client over any number of connections', async () => {
    const said = { text: Array.from({ length: 20 }, (_, index) => `${index} `) };
    await using chat = await startAgentChat([toolTurn, said, toolTurn, said], { database });
    const { token, ask } = await chat.signIn();
    const question = { message: 'Count.', context_type: 'workflow' };
    const all = await readPairs(await ask(question));
    let connections = 0;
    const cutting: typeof fetch = async (input, init) => {
      connections += 1;
      const response = await fetch(input, init);
      return new Response(response.body?.pipeThrough(cutAfter(120)), response);
    };
    const read: unknown[] = [];
    const client = createAgentChatClient({ baseUrl: chat.web.url, token, fetch: cutting, wait: async () => undefined });
    for await (const { event, data } of client.chat(question)) read.push([event, data]);
    expect(read).toEqual(all);
    expect(connections).toBeGreaterThan(5);
  });
});

describe('a run without readers', () => {
  it('is cancelled, unless the request asked it to continue or a reader comes in time', async () => {
    const { chat, program, goOn } = await startWaiting(2_000);
    await using _ = chat;
    const detached = await askAndLeave(program, true);
    const resumed = await askAndLeave(program);
    const reading = await readOn(program, resumed.runId, resumed.place);
    const left = await askAndLeave(program);
    await vi.waitFor(async () => expect(await statusOf(chat, program, left.runId)).toBe('cancelled'), 20_000);
    expect(await statusOf(chat, program, detached.runId)).toBe('running');
    expect(await statusOf(chat, program, resumed.runId)).toBe('running');
    goOn();
    expect((await readPairs(reading)).at(-1)).toEqual(['message_complete', {}]);
    const rest = await readPairs(await readOn(program, detached.runId, detached.place));
    expect(rest).toEqual([
      ['content_chunk', { chunk: ' two.' }],
      ['message_complete', {}],
    ]);
    expect((await readPairs(await readOn(program, left.runId))).at(-1)).toEqual([
      'error',
      { message: 'The run was stopped.' },
    ]);
  });
});

it('is cancelled for the next question when its reader has left, and not while it is read', async () => {
  const { chat, program } = await startWaiting(60_000);
  await using _ = chat;
  const ask = (message: string) => program.ask({ message, conversation_id: 'tab 1' });
  const first = await ask('One');
  expect(await readError(await ask('Two'))).toEqual([409, 'CONFLICT']);
  await first.body?.cancel();

  const left = first.headers.get(runHeader) ?? '';
  const third = await vi.waitFor(async () => {
    const response = await ask('Three');
    expect(response.status).toBe(200);
    return response;
  }, 20_000);
  expect(await statusOf(chat, program, left)).toBe('cancelled');
  await third.body?.cancel();
});

it('is stopped on request, also repeatedly', async () => {
  const { chat, program } = await startWaiting(60_000);
  await using _ = chat;
  const { runId } = await askAndLeave(program);
  const reading = await readOn(program, runId);
  await program.client.stop(runId);
  expect((await readPairs(reading)).at(-1)).toEqual(['error', { message: 'The run was stopped.' }]);
  await program.client.stop(runId);
  expect(await statusOf(chat, program, runId)).toBe('cancelled');
});
