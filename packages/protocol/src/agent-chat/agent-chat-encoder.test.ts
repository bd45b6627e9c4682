import { noUsage } from '@shipmate/core';
import type { RunEvent } from '@shipmate/domain/run';
import { expect, it } from 'vitest';
import { createAgentChatEncoder } from './agent-chat-encoder.ts';
import { shareContentFrames } from './content-frames.ts';

const run = { runId: 'r', conversationId: 'c', runUrl: 'https://shipmate.test/runs/r' };

function encode(events: readonly RunEvent[], { extensions = false } = {}): string[] {
  const encoder = createAgentChatEncoder({ ...run, extensions });
  const stored = [{ type: 'run_started', model: 'test:model' } as const, ...events];
  return stored.flatMap((event, index) => encoder.encode({ sequence: index + 1, event }).map(({ text }) => text));
}

const turn = (number: number): RunEvent => ({ type: 'turn_started', turn: number, model: 'test:model' });
const said = (...deltas: string[]): RunEvent => ({ type: 'content', turn: 0, deltas });
const called = (toolCallId: string): RunEvent => ({ type: 'tool_call_started', turn: 0, toolCallId, name: 'look' });
const result = {
  type: 'tool_result',
  turn: 0,
  toolCallId: 't1',
  name: 'look',
  output: 's3cret',
  isError: false,
} as const;
type End = Extract<RunEvent, { type: 'run_ended' }>;
const ended = (end: Partial<End> = {}): End => ({
  type: 'run_ended',
  status: 'completed',
  stopReason: 'final',
  usage: { ...noUsage, inputTokens: 7 },
  ...end,
});

it('AgentChatEncoder writes each delta as an event whose id is its stored position', () => {
  expect(encode([turn(0), said('a\n', '', 'b'), ended()])).toEqual([
    'id: 2.0\nevent: message_start\ndata: {"turn":0}\n\n',
    'id: 3.0\nevent: content_chunk\ndata: {"chunk":"a\\n"}\n\n',
    'id: 3.2\nevent: content_chunk\ndata: {"chunk":"b"}\n\n',
    'id: 4.1\nevent: message_complete\ndata: {}\n\n',
  ]);
});

it('AgentChatEncoder writes shared content once for several readers, at the position of each', () => {
  const contentFrames = shareContentFrames();
  const [first, second] = [said('a'), said('a')];
  const read = () => {
    const encoder = createAgentChatEncoder({ ...run, extensions: false, contentFrames });
    return [first, second].map((event, index) => encoder.encode({ sequence: index + 1, event }));
  };
  const frames = read();
  expect(read().every((again, index) => again === frames[index])).toBe(true);
  expect(frames.flat().map(({ text }) => text)).toEqual([
    'id: 1.0\nevent: content_chunk\ndata: {"chunk":"a"}\n\n',
    'id: 2.0\nevent: content_chunk\ndata: {"chunk":"a"}\n\n',
  ]);
});

it('AgentChatEncoder adds the requested extensions before the last event', () => {
  const texts = encode([turn(0), ended()], { extensions: true });
  expect(texts).toEqual([
    'retry: 1000\nid: 1.0\nevent: run\ndata: {"run_id":"r","conversation_id":"c","model":"test:model"}\n\n',
    'id: 2.0\nevent: message_start\ndata: {"turn":0}\n\n',
    expect.stringMatching(/^id: 3\.0\nevent: usage\ndata: \{"input_tokens":7,.*\}\n\n$/),
    'id: 3.1\nevent: message_complete\ndata: {}\n\n',
  ]);
});

it.each<[string, RunEvent, string, string]>([
  [
    'a call that waits for approval',
    { type: 'approval_required', turn: 0, toolCallId: 't1', name: 'look', approvalId: 'a1' },
    '{"tool_use_id":"t1","name":"look","approval_id":"a1"}',
    '\n\n[The call of "look" waits for approval. Approve or deny it at https://shipmate.test/runs/r]\n\n',
  ],
  [
    'a call of unknown outcome',
    { type: 'tool_call_unknown', turn: 0, toolCallId: 't1', name: 'look' },
    '{"tool_use_id":"t1","name":"look"}',
    '\n\n[The outcome of the call of "look" is unknown. Decide how to continue at https://shipmate.test/runs/r]\n\n',
  ],
])('AgentChatEncoder sends a decision on %s as an extension, or else as content with the link', (...row) => {
  const [, event, data, chunk] = row;
  const waits = [called('t1'), event];
  expect(encode(waits, { extensions: true }).at(-1)).toBe(`id: 3.0\nevent: approval_required\ndata: ${data}\n\n`);
  expect(encode(waits).slice(1)).toEqual([`id: 3.0\nevent: content_chunk\ndata: ${JSON.stringify({ chunk })}\n\n`]);
});

it('AgentChatEncoder omits thinking, tool inputs and tool outputs', () => {
  const texts = encode([
    turn(0),
    { type: 'thinking', turn: 0, deltas: ['s3cret'] },
    called('t1'),
    { type: 'tool_call', turn: 0, toolCallId: 't1', name: 'look', input: { key: 's3cret' } },
    { ...result, durationMs: 1, clientEvents: [{ type: 'canvas', data: 's3cret' }] },
    ended(),
  ]);
  expect(texts.join('')).not.toContain('s3cret');
  expect(texts.map((text) => /event: (\w+)/.exec(text)?.[1])).toEqual([
    'message_start',
    'tool_call_start',
    'tool_call_result',
    'message_complete',
  ]);
});

it('AgentChatEncoder sends a preview after the result of its call', () => {
  const data = { description: 'd', workflow: { name: 'w' }, is_update: false };
  const texts = encode([
    called('t1'),
    { ...result, durationMs: 1, clientEvents: [{ type: 'workflow_preview', data }] },
  ]);
  expect(texts.slice(1)).toEqual([
    'id: 3.0\nevent: tool_call_result\ndata: {"tool_use_id":"t1","name":"look","is_error":false}\n\n',
    `id: 3.1\nevent: workflow_preview\ndata: ${JSON.stringify(data)}\n\n`,
  ]);
});

it('AgentChatEncoder sends events of diagrams to a client with extensions only', () => {
  const clientEvents = [
    {
      type: 'diagram_created',
      data: { diagram_id: 'd', name: 'Files', diagram_type: 'file_tree', repository_id: 'r' },
    },
    { type: 'canvas_actions', data: { diagram_id: 'd', actions: [{ type: 'focusNode', nodeId: 'acme/shop:src' }] } },
    { type: 'canvas_suggestions', data: { referenced_nodes: ['acme/shop:src'], actions: [] } },
    { type: 'internal', data: {} },
  ];
  const events: readonly RunEvent[] = [called('t1'), { ...result, durationMs: 1, clientEvents }];
  expect(encode(events, { extensions: true }).slice(3)).toEqual(
    clientEvents
      .slice(0, 3)
      .map(({ type, data }, index) => `id: 3.${index + 1}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
  );
  expect(encode(events)).toHaveLength(2);
});

const restarted: RunEvent = { type: 'turn_restarted', turn: 0, model: 'test:model' };

it('AgentChatEncoder starts a restarted turn again for a client with extensions and ends the calls of the voided one', () => {
  expect(encode([turn(0), called('t1'), restarted], { extensions: true }).slice(3)).toEqual([
    'id: 4.0\nevent: tool_call_result\ndata: {"tool_use_id":"t1","name":"look","is_error":true}\n\n',
    'id: 4.1\nevent: message_start\ndata: {"turn":0}\n\n',
  ]);
});

const restartNotice = '\n\n[The answer above was interrupted. It starts again here.]\n\n';

it.each<[string, readonly RunEvent[], readonly string[]]>([
  ['nothing when it has sent no text', [], []],
  [
    'only the end of its calls when it has sent no text',
    [called('t1')],
    ['tool_call_result {"tool_use_id":"t1","name":"look","is_error":true}'],
  ],
  ['a notice when it has sent text', [said('So')], [`content_chunk ${JSON.stringify({ chunk: restartNotice })}`]],
  [
    'a notice when it may have sent text that was not stored',
    [{ type: 'content', turn: 0, deltas: [] }],
    [`content_chunk ${JSON.stringify({ chunk: restartNotice })}`],
  ],
  ['nothing when it has sent text only before this turn', [said('So'), { ...turn(1) }], []],
])('AgentChatEncoder sends a client without extensions %s of a restarted turn', (_, before, expected) => {
  const sentFrames = encode([turn(0), ...before]).length;
  const texts = encode([turn(0), ...before, restarted, said('Done.')]).slice(sentFrames, -1);
  expect(texts.map((text) => text.replace(/^id: .*\nevent: (.*)\ndata: (.*)\n\n$/, '$1 $2'))).toEqual(expected);
});

it('AgentChatEncoder starts a turn again for every client when the restart has a notice of its own', () => {
  const texts = encode([turn(0), said('是'), { ...restarted, hasNotice: true }, said('[Retrying…]')]);
  expect(texts.slice(2)).toEqual([
    'id: 4.0\nevent: message_start\ndata: {"turn":0}\n\n',
    'id: 5.0\nevent: content_chunk\ndata: {"chunk":"[Retrying…]"}\n\n',
  ]);
});

it('AgentChatEncoder sends one notice for text that is interrupted once and retried twice', () => {
  expect(encode([turn(0), said('So'), restarted, restarted]).slice(2)).toHaveLength(1);
});

it.each<[End['stopReason'], string]>([
  [
    'truncated',
    '[The answer is incomplete: the model reached its limit of output tokens. Ask it to continue, or ask for less at once.]',
  ],
  [
    'refused',
    '[The answer is incomplete: the model or its provider refused or filtered it. Rephrase the question, or choose another model.]',
  ],
  ['budget', '[The work is incomplete: it reached its limit of cost, tokens or time. Ask it to continue.]'],
  [
    'repeated_call',
    '[The work is incomplete: the model kept making the same call. Rephrase the question, or choose another model.]',
  ],
])('AgentChatEncoder tells every client before the end that an answer is incomplete: %s', (stopReason, notice) => {
  const events = [turn(0), said('So'), ended({ stopReason })];
  const texts = [
    `id: 4.0\nevent: content_chunk\ndata: ${JSON.stringify({ chunk: `\n\n${notice}` })}\n\n`,
    'id: 4.2\nevent: message_complete\ndata: {}\n\n',
  ];
  expect(encode(events).slice(2)).toEqual(texts);
  expect(encode(events, { extensions: true }).slice(3)).toEqual(
    texts.toSpliced(1, 0, expect.stringMatching(/^id: 4\.1\nevent: usage\n/)),
  );
});

it.each<[string, Partial<End>, string]>([
  ['a failure', { status: 'failed', error: { code: 'RATE_LIMITED', message: 'Too many.' } }, 'Too many.'],
  ['a stop', { status: 'cancelled', stopReason: 'aborted' }, 'The run was stopped.'],
  ['too many turns', { stopReason: 'max_iterations' }, 'Maximum tool-call rounds exceeded'],
])('AgentChatEncoder ends %s with an error and sends nothing after it', (_, end, message) => {
  expect(encode([turn(0), ended(end)]).at(-1)).toBe(`id: 3.1\nevent: error\ndata: ${JSON.stringify({ message })}\n\n`);
});
