import { expect } from 'vitest';
import type { Silence } from '../../../src/index.ts';
import type { ScriptedRefusal, ScriptedTurn } from '../../../src/testing/index.ts';
import { restartsOf } from '../outcome.ts';
import { everyWire, type LoopQuirk, silenceMs } from '../quirk.ts';

const body = { error: { type: 'error', message: 'busy', code: 'x', status: 'X' } };
const call = { id: 'call_1', name: 'weather', input: { place: 'Oslo' } };
const done = { text: 'In Oslo.' };

/** Expects that turns are retried after these delays, and that nothing of the failed ones is kept. */
function isRetried(...delays: readonly number[]): LoopQuirk['holds'] {
  return (outcome) => {
    const { result, bodies } = outcome;
    expect(result).toMatchObject({
      stopReason: 'final',
      finalMessage: done.text,
      iterations: 1,
      toolCallsExecuted: [],
    });
    expect(restartsOf(outcome)).toEqual(delays.map((delayMs) => ['retry', delayMs]));
    expect(bodies).toHaveLength(1 + delays.length);
    expect(bodies.at(-1)).toEqual(bodies[0]);
    expect(result.newMessages).toHaveLength(1);
  };
}

/** Expects that the run ends with the failure after this number of requests. */
function isGivenUp(requests: number): LoopQuirk['holds'] {
  return ({ result, bodies }) => {
    expect(result).toMatchObject({ stopReason: 'model_error', finalMessage: '', newMessages: [] });
    expect(result.error).toBeDefined();
    expect(bodies).toHaveLength(requests);
    expect(result.steps).toHaveLength(requests);
  };
}

function busy(status: number, headers: ScriptedRefusal['headers'], delayMs: number): LoopQuirk {
  const [how = 'nothing'] = Object.entries(headers ?? {}).map((header) => header.join(': '));
  return {
    id: `${status} with ${how}, then an answer`,
    row: 'busy servers say when to come back',
    source: status === 529 ? 'Anthropic docs: Errors' : 'RFC 9110: Retry-After',
    wires: everyWire,
    script: [{ status, body, ...(headers && { headers }) }, done],
    holds: isRetried(delayMs),
  };
}

function broken(id: string, turn: ScriptedTurn, wires: readonly string[] = everyWire): LoopQuirk {
  return {
    id: `${id}, then an answer`,
    row: 'streams break',
    source: 'google/adk-python #6716; CommandCodeAI/command-code #785',
    wires,
    script: [turn, done],
    holds: isRetried(500),
  };
}

function silent(id: string, turn: ScriptedTurn, silence: Partial<Silence>): LoopQuirk {
  return {
    id: `${id}, then an answer`,
    row: 'servers are silent',
    source: 'anomalyco/opencode #16366; vercel/ai #17374',
    wires: everyWire,
    script: [turn, done],
    settings: { silence: { firstByteMs: 60_000, idleMs: 60_000, ...silence } },
    holds: isRetried(500),
  };
}

/** The loop's retries of failed requests. */
export const retries: readonly LoopQuirk[] = [
  busy(429, { 'retry-after': '7' }, 7000),
  busy(503, { 'retry-after-ms': '1500', 'retry-after': '9' }, 1500),
  busy(529, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0),
  busy(429, undefined, 500),
  busy(503, undefined, 500),
  busy(529, undefined, 500),
  {
    id: 'busy twice: the wait is doubled',
    row: 'busy servers say when to come back',
    source: 'Anthropic docs: Errors',
    wires: everyWire,
    script: [{ status: 529, body, times: 2 }, done],
    holds: isRetried(500, 1000),
  },
  {
    id: 'busy for ever',
    row: 'busy servers say when to come back',
    source: 'Anthropic docs: Errors',
    wires: everyWire,
    script: [{ status: 529, body, times: 3 }],
    holds: isGivenUp(3),
  },
  {
    id: 'busy for longer than anyone waits',
    row: 'busy servers say when to come back',
    source: 'RFC 9110: Retry-After',
    wires: everyWire,
    script: [{ status: 429, body, headers: { 'retry-after': '3600' } }],
    holds: isGivenUp(1),
  },
  broken('cut in the middle of JSON', { text: 'Well, ', ending: 'torn' }),
  broken('cut in the middle of a call', { toolCalls: [{ ...call, input: '{"place":"Os' }], ending: 'cut' }),
  // Some servers of Chat Completions send no finish reason: there a whole call counts.
  broken('cut after a whole call', { toolCalls: [call], ending: 'torn' }, ['anthropic', 'openai', 'google']),
  broken('lost connection', { text: 'Well, ', ending: 'reset' }),
  broken('error event', { text: 'Well, ', ending: 'failed' }),
  silent('no header', { text: 'Late.', after: new Promise<never>(() => undefined) }, { firstByteMs: silenceMs }),
  silent('no first word', { ending: 'held' }, { firstByteMs: silenceMs, idleMs: silenceMs }),
  silent('stalled', { text: 'Well, ', ending: 'held' }, { idleMs: silenceMs }),
  {
    id: 'HTTP 200 with an error body, then an answer',
    row: 'a success is an error',
    source: 'OpenRouter docs: Errors',
    wires: everyWire,
    script: [{ status: 200, body: { error: { code: 502, message: 'Provider returned error' } } }, done],
    holds: isRetried(500),
  },
  {
    id: 'HTTP 401 is not tried again',
    row: 'keys are refused',
    source: 'Anthropic docs: Errors; OpenAI docs: Error codes',
    wires: everyWire,
    script: [{ status: 401, body }],
    holds: isGivenUp(1),
  },
];
