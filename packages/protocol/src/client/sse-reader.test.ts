import { describe, expect, it } from 'vitest';
import { readServerSentEvents, type ServerSentEvent } from './sse-reader.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function read(chunks: readonly Uint8Array[]) {
  const retries: number[] = [];
  const events: ServerSentEvent[] = [];
  const body = streamOf(chunks);
  for await (const event of readServerSentEvents(body, { onRetry: (ms) => retries.push(ms) })) events.push(event);
  return { events: events.map(({ event, data, lastEventId }) => [event, data, lastEventId]), retries };
}

/** The events that a browser's `EventSource` dispatches for each stream. */
const streams: [name: string, text: string, events: string[][], retries?: number[]][] = [
  ['one event', 'data: a\n\n', [['message', 'a', '']]],
  ['CRLF', 'event: x\r\ndata: a\r\n\r\n', [['x', 'a', '']]],
  ['CR', 'event: x\rdata: a\r\r', [['x', 'a', '']]],
  [
    'mixed line ends',
    'data: a\r\ndata: b\ndata: c\r\r\ndata: d\n\r\n',
    [
      ['message', 'a\nb\nc', ''],
      ['message', 'd', ''],
    ],
  ],
  ['a byte order mark', '\ufeffdata: a\n\n', [['message', 'a', '']]],
  ['a second byte order mark', '\ufeff\ufeffdata: a\n\ndata: b\n\n', [['message', 'b', '']]],
  ['a byte order mark further on', '\n\ufeffdata: a\n\ndata: b\n\n', [['message', 'b', '']]],
  ['comments', ': open\n\n:\ndata: a\n: within\ndata: b\n\n:beat\n\n', [['message', 'a\nb', '']]],
  ['several lines of data', 'data: a\ndata:\ndata:  b\n\n', [['message', 'a\n\n b', '']]],
  [
    'one blank after the colon',
    'data:a\n\ndata: b\n\ndata:  c\n\n',
    [
      ['message', 'a', ''],
      ['message', 'b', ''],
      ['message', ' c', ''],
    ],
  ],
  [
    'a field without a colon',
    'data\n\ndata\ndata\n\n',
    [
      ['message', '', ''],
      ['message', '\n', ''],
    ],
  ],
  ['a colon in the data', 'data: a: b:c\n\n', [['message', 'a: b:c', '']]],
  ['a name without data', 'event: x\n\ndata: a\n\n', [['message', 'a', '']]],
  ['an empty name', 'event:\ndata: a\n\n', [['message', 'a', '']]],
  ['the last of several names', 'event: x\nevent: y\ndata: a\n\n', [['y', 'a', '']]],
  ['unknown fields', 'foo: 1\nDATA: no\n data: no\ndatax: no\ndata: a\n\n', [['message', 'a', '']]],
  [
    'ids that stay',
    'id: 1.0\ndata: a\n\ndata: b\n\nid\ndata: c\n\n',
    [
      ['message', 'a', '1.0'],
      ['message', 'b', '1.0'],
      ['message', 'c', ''],
    ],
  ],
  ['an id without data', 'id: 7\n\ndata: a\n\n', [['message', 'a', '7']]],
  [
    'an id with a NUL',
    'id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n',
    [
      ['message', 'a', '1'],
      ['message', 'b', '1'],
    ],
  ],
  ['retry in digits', 'retry: 250\n\nretry: 1e3\n\nretry: -1\n\nretry:\n\nretry: 5 \n\nretry: 0\n\n', [], [250, 0]],
  ['an end within an event', 'data: a\n\ndata: b\n', [['message', 'a', '']]],
  ['an end within a line', 'data: a\n\ndata: b', [['message', 'a', '']]],
  [
    'line separators of Unicode',
    'data: a\u2028b\u2029c\u0085d\u000bd\n\n',
    [['message', 'a\u2028b\u2029c\u0085d\u000bd', '']],
  ],
  ['characters of several bytes', 'data: ü€😀\n\n', [['message', 'ü€😀', '']]],
  ['nothing', '', []],
];

describe.each(streams)('%s', (...[, text, events, retries = []]) => {
  const bytes = bytesOf(text);

  it('is read by readServerSentEvents as a whole', async () => {
    expect(await read([bytes])).toEqual({ events, retries });
  });

  it('is read by readServerSentEvents byte by byte', async () => {
    expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual({ events, retries });
  });

  it('is read by readServerSentEvents split at every position', async () => {
    for (let place = 0; place <= bytes.length; place += 1) {
      const halves = [bytes.subarray(0, place), bytes.subarray(place)];
      expect([place, await read(halves)]).toEqual([place, { events, retries }]);
    }
  });
});

it('readServerSentEvents replaces invalid UTF-8', async () => {
  expect((await read([Uint8Array.of(...bytesOf('data: '), 0xff, ...bytesOf('\n\n'))])).events).toEqual([
    ['message', '\ufffd', ''],
  ]);
});

it('readServerSentEvents reads a very long event in many chunks', async () => {
  const data = 'x'.repeat(1024 * 1024);
  const bytes = bytesOf(`data: ${data}\n\n`);
  const pieces = Array.from({ length: 1025 }, (_, index) => bytes.subarray(index * 1024, (index + 1) * 1024));
  expect((await read(pieces)).events).toEqual([['message', data, '']]);
});

it('readServerSentEvents cancels the stream when the reader stops', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf('data: a\n\n')),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const { data } of readServerSentEvents(body)) {
    expect(data).toBe('a');
    break;
  }
  expect(isCancelled).toBe(true);
});
