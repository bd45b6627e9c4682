import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { AppError, silentLogger } from '@shipmate/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRecorder } from '../../test/test-app.ts';
import { createApp } from '../app/create-app.ts';
import { startServer } from '../serve/start-server.ts';
import { sseStream, type SseStreamOptions } from './sse-stream.ts';

async function open(options: SseStreamOptions) {
  const { logger, lines } = createRecorder();
  const app = createApp({ logger });
  app.get('/events', (context) => sseStream(context, options));
  const server = await startServer({ app, port: 0, drainMs: 0 });
  onTestFinished(() => server.close());
  const [response] = (await once(get(`${server.url}/events`), 'response')) as [IncomingMessage];
  return { response, lines };
}

/** Writes the values of a generator according to the contract. */
function from(events: (signal: AbortSignal) => AsyncIterable<string>): SseStreamOptions['writeAll'] {
  return async (write, signal) => {
    for await (const event of events(signal)) {
      await write(event);
      if (signal.aborted) break;
    }
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

async function* silence(signal: AbortSignal) {
  await untilAborted(signal);
  yield '';
}

it('sseStream writes events as they arrive and ends with its source', async () => {
  async function* events() {
    yield '';
    yield 'data: 1\n\n';
    yield '';
    yield 'data: 2\n\n';
    yield '';
  }
  const { response } = await open({ writeAll: from(events) });
  expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  expect(response.headers['x-request-id']).toBeDefined();
  expect(await text(response)).toBe(': open\n\ndata: 1\n\ndata: 2\n\n');
});

it('sseStream sends its headers and opening before the first event', async () => {
  const { response } = await open({ writeAll: from(silence) });
  const [chunk] = (await once(response, 'data')) as [Buffer];
  expect(String(chunk)).toBe(': open\n\n');
  response.destroy();
});

it('sseStream sends comments while there are no events', async () => {
  const { response } = await open({ writeAll: from(silence), heartbeatMs: 5 });
  let received = '';
  for await (const chunk of response) {
    received += String(chunk);
    if (received.includes('heartbeat\n\n: heartbeat')) break;
  }
  expect(received).toMatch(/^: open\n\n(?:: heartbeat\n\n){2}/);
});

it('sseStream stops its source when the reader disconnects', async () => {
  const stopped = Promise.withResolvers<string>();
  async function* events(signal: AbortSignal) {
    try {
      yield 'data: 1\n\n';
      await untilAborted(signal);
    } finally {
      stopped.resolve('stopped');
    }
  }
  const { response } = await open({ writeAll: from(events) });
  await once(response, 'data');
  response.destroy();
  await expect(stopped.promise).resolves.toBe('stopped');
});

it("sseStream logs the source's error and sends only the event of onError", async () => {
  async function* events() {
    yield 'data: 1\n\n';
    throw new Error('s3cret');
  }
  const { response, lines } = await open({ writeAll: from(events), onError: ({ code }) => `data: ${code}\n\n` });
  expect(await text(response)).toBe(': open\n\ndata: 1\n\ndata: INTERNAL_ERROR\n\n');
  expect(lines).toContainEqual({ message: 'stream failed', error: expect.any(AppError) });
});

it('sseStream ends without an event when its source throws and there is no onError', async () => {
  async function* events() {
    yield '';
    throw new Error('s3cret');
  }
  const { response } = await open({ writeAll: from(events) });
  expect(await text(response)).toBe(': open\n\n');
});

it('sseStream takes no more from its source than the reader reads, and disconnects a reader that reads nothing', async () => {
  const stopped = Promise.withResolvers<number>();
  const event = `data: ${'x'.repeat(64 * 1024)}\n\n`;
  async function* events(signal: AbortSignal) {
    let taken = 0;
    try {
      for (; taken < 10_000 && !signal.aborted; taken += 1) yield event;
    } finally {
      stopped.resolve(taken);
    }
  }
  const { response, lines } = await open({ writeAll: from(events), heartbeatMs: 20 });
  response.pause();
  response.on('error', () => undefined);
  expect(await stopped.promise).toBeLessThan(1000);
  expect(lines).toContainEqual({ message: 'disconnected a reader that reads nothing' });
});

describe('sseStream without a socket', () => {
  function request(options: SseStreamOptions): Response | Promise<Response> {
    const app = createApp({ logger: silentLogger });
    app.get('/events', (context) => sseStream(context, options));
    return app.request('/events');
  }

  it('writes the same events', async () => {
    async function* events() {
      yield 'data: 1\n\n';
      yield 'data: 2\n\n';
    }
    const response = await request({ writeAll: from(events) });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toBe(': open\n\ndata: 1\n\ndata: 2\n\n');
  });

  it('stops its source when the reader disconnects', async () => {
    const stopped = Promise.withResolvers<string>();
    async function* events(signal: AbortSignal) {
      try {
        yield 'data: 1\n\n';
        await untilAborted(signal);
      } finally {
        stopped.resolve('stopped');
      }
    }
    const { body } = await request({ writeAll: from(events) });
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect(stopped.promise).resolves.toBe('stopped');
  });

  it('takes no more from its source than the reader reads, and disconnects a reader that reads nothing', async () => {
    const stopped = Promise.withResolvers<number>();
    async function* events(signal: AbortSignal) {
      let taken = 0;
      try {
        for (; !signal.aborted; taken += 1) yield `data: ${taken}\n\n`;
      } finally {
        stopped.resolve(taken);
      }
    }
    const response = await request({ writeAll: from(events), heartbeatMs: 5 });
    expect(await stopped.promise).toBeLessThan(5);
    await expect(response.text()).rejects.toThrow('disconnected');
  });
});
