import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Silence } from '../../../src/index.ts';
import type { ScriptedRefusal, ScriptedTurn } from '../../../src/testing/index.ts';
import { completed, failed } from '../../ask.ts';
import { everyWire, silenceMs, type AnswerQuirk } from '../quirk.ts';

const body = { error: { type: 'error', message: 'busy', code: 'x', status: 'X' } };
const call = { id: 'call_1', name: 'weather', input: { place: 'Oslo' } };
const never = new Promise<never>(() => undefined);

function busy(status: number, headers: ScriptedRefusal['headers'], retryAfterMs: unknown): AnswerQuirk {
  const [how = 'nothing'] = Object.entries(headers ?? {}).map((header) => header.join(': '));
  const source = status === 529 ? 'Anthropic docs: Errors' : 'RFC 9110: Retry-After';
  return {
    id: `${status} with ${how}`,
    row: 'busy servers say when to come back',
    source,
    wires: everyWire,
    script: [{ status, body, ...(headers !== undefined && { headers }) }],
    holds: ({ events }) => {
      const { error } = failed(events);
      expect(error).toMatchObject({ recoverable: true, details: { status } });
      expect((error.details as { retryAfterMs?: number }).retryAfterMs).toEqual(retryAfterMs);
    },
  };
}

function breaks(id: string, turn: ScriptedTurn, code: string): AnswerQuirk {
  return {
    id,
    row: 'streams break',
    source: 'google/adk-python #6716; CommandCodeAI/command-code #785',
    wires: everyWire,
    script: [turn],
    holds: ({ events }) => {
      expect(events[0]?.type).toBe('message_start');
      expect(failed(events).error).toMatchObject({ code, recoverable: true });
    },
  };
}

function silent(id: string, turn: ScriptedTurn, silence: Partial<Silence>): AnswerQuirk {
  return {
    id,
    row: 'servers are silent',
    source: 'anomalyco/opencode #25575; vercel/ai #17374',
    wires: everyWire,
    script: [turn],
    settings: { silence: { firstByteMs: 60_000, idleMs: 60_000, ...silence } },
    holds: ({ events }, wire) =>
      expect(failed(events).error).toMatchObject({ code: 'TIMEOUT', recoverable: true, details: { provider: wire } }),
  };
}

/** Returns an answer that starts this long after each request. */
function lateAnswer(ms: number): ScriptedTurn {
  return {
    text: 'Late.',
    get after() {
      return setTimeout(ms);
    },
  };
}

/** Quirks of failed requests. */
export const failures: readonly AnswerQuirk[] = [
  busy(429, { 'retry-after': '7' }, 7000),
  busy(503, { 'retry-after-ms': '1500', 'retry-after': '9' }, 1500),
  busy(529, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0),
  busy(503, { 'retry-after': 'Tue, 01 Jan 2999 00:00:00 GMT' }, expect.any(Number)),
  busy(429, undefined, undefined),
  busy(503, undefined, undefined),
  busy(529, undefined, undefined),
  {
    id: '429 with a retryDelay',
    row: 'busy servers say when to come back',
    source: 'google.rpc.RetryInfo',
    wires: ['google'],
    script: [
      {
        status: 429,
        body: {
          error: {
            code: 429,
            message: 'Quota exceeded.',
            status: 'RESOURCE_EXHAUSTED',
            details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }],
          },
        },
      },
    ],
    holds: ({ events }) =>
      expect(failed(events).error).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterMs: 34_070 } }),
  },
  {
    id: '429 because the account is empty',
    row: 'busy servers say when to come back',
    source: 'OpenAI docs: Error codes, insufficient_quota',
    wires: ['openai'],
    script: [
      {
        status: 429,
        body: { error: { message: 'x', type: 'insufficient_quota', param: null, code: 'insufficient_quota' } },
      },
    ],
    holds: ({ events }) =>
      expect(failed(events).error).toMatchObject({ recoverable: false, message: expect.stringContaining('credit') }),
  },
  breaks('cut in the middle of JSON', { text: 'Well, ', ending: 'torn' }, 'EXTERNAL_API_ERROR'),
  breaks(
    'cut in the middle of a call',
    { toolCalls: [{ ...call, input: '{"place":"Os' }], ending: 'cut' },
    'EXTERNAL_API_ERROR',
  ),
  breaks('lost connection', { text: 'Well, ', ending: 'reset' }, 'UNAVAILABLE'),
  breaks('error event', { text: 'Well, ', ending: 'failed' }, 'EXTERNAL_API_ERROR'),
  silent('no header', { text: 'Late.', after: never }, { firstByteMs: silenceMs }),
  silent('no first word', { ending: 'held' }, { firstByteMs: silenceMs, idleMs: silenceMs }),
  silent('stalled', { text: 'Well, ', ending: 'held' }, { idleMs: silenceMs }),
  {
    id: 'a first byte that is late, but not too late',
    row: 'servers are silent',
    source: 'anomalyco/opencode #25575; vercel/ai #17374',
    wires: everyWire,
    script: [lateAnswer(2 * silenceMs)],
    settings: { silence: { firstByteMs: 60_000, idleMs: silenceMs } },
    holds: ({ events }) => expect(completed(events).message.content).toMatchObject([{ type: 'text', text: 'Late.' }]),
  },
  {
    id: 'HTTP 200 with an error body',
    row: 'a success is an error',
    source: 'OpenRouter docs: Errors',
    wires: everyWire,
    script: [{ status: 200, body: { error: { code: 502, message: 'Provider returned error' } } }],
    holds: ({ events }) =>
      expect(failed(events).error).toMatchObject({ code: 'EXTERNAL_API_ERROR', recoverable: true }),
  },
  {
    id: 'HTTP 401',
    row: 'keys are refused',
    source: 'Anthropic docs: Errors; OpenAI docs: Error codes',
    wires: everyWire,
    script: [{ status: 401, body }],
    holds: ({ events }) => expect(failed(events).error).toMatchObject({ recoverable: false, details: { status: 401 } }),
  },
];
