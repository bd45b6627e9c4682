import { expect, it } from 'vitest';
import { resultsOf, runLoop, toolOf, type ToolExtra } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import { ScriptedModel, type ScriptedToolCall } from '../testing/index.ts';
import type { LoopEvent } from '../loop/loop-event.ts';
import type { LoopHooks } from './loop-hooks.ts';

const done = { text: 'Done.' };
const look = (value: string): ScriptedToolCall => ({ name: 'look', input: { value } });

/** A tool that counts how often it works, and never at the same time as itself. */
function createLook(extra: ToolExtra = {}) {
  const worked: string[] = [];
  const tool = toolOf(
    'look',
    async ({ value = '' }) => {
      worked.push(value);
      await new Promise((resolve) => setImmediate(resolve));
      if (value === 'fails') throw new AppError({ code: 'NOT_FOUND', message: 'Nothing there.' });
      return { value, times: worked.length };
    },
    extra,
  );
  return { tool, worked };
}

it('SharedReads executes two identical concurrent reads once and answers both', async () => {
  const { tool, worked } = createLook();
  using model = new ScriptedModel([{ toolCalls: [look('a'), look('a'), look('b')] }, done]);
  const run = await runLoop(model, [tool]);
  expect(worked).toEqual(['a', 'b']);
  expect(resultsOf(run).map(({ output }) => JSON.parse(output).value)).toEqual(['a', 'a', 'b']);
  expect(run.toolCallsExecuted.map(({ reused }) => reused)).toEqual([undefined, true, undefined]);
});

it('SharedReads fails both of two identical concurrent reads when the execution fails', async () => {
  const { tool, worked } = createLook();
  using model = new ScriptedModel([{ toolCalls: [look('fails'), look('fails')] }, done]);
  const run = await runLoop(model, [tool]);
  expect(worked).toEqual(['fails']);
  expect(run.toolCallsExecuted.map(({ isError }) => isError)).toEqual([true, true]);
});

it('runToolLoop executes every call that changes something', async () => {
  const { tool, worked } = createLook({ effect: 'write' });
  using model = new ScriptedModel([{ toolCalls: [look('a'), look('a')] }, { toolCalls: [look('a')] }, done]);
  await runLoop(model, [tool]);
  expect(worked).toEqual(['a', 'a', 'a']);
});

it('SharedReads tells apart inputs from a hook that JSON cannot hold', async () => {
  const { tool, worked } = createLook();
  using model = new ScriptedModel([{ toolCalls: [look('a'), look('b')] }, done]);
  const beforeToolCall: LoopHooks['beforeToolCall'] = ({ call }) => ({
    input: Object.assign({ size: 1n }, call.input),
  });
  const run = await runLoop(model, [tool], { hooks: { beforeToolCall } });
  expect(worked).toEqual(['a', 'b']);
  expect(resultsOf(run).map(({ output }) => JSON.parse(output).value)).toEqual(['a', 'b']);
});

it('SharedReads executes a later read again', async () => {
  const { tool, worked } = createLook();
  using model = new ScriptedModel([{ toolCalls: [look('a')] }, { toolCalls: [look('a')] }, done]);
  const run = await runLoop(model, [tool]);
  expect(worked).toEqual(['a', 'a']);
  expect(run.toolCallsExecuted.map(({ reused }) => reused)).toEqual([undefined, undefined]);
});

it('runToolLoop runs an exclusive call alone', async () => {
  const underWay = new Set<string>();
  const seen: string[] = [];
  const work = (name: string, extra: ToolExtra = {}) =>
    toolOf(
      name,
      async ({ value = '' }) => {
        underWay.add(`${name}${value}`);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push([...underWay].toSorted().join('+'));
        underWay.delete(`${name}${value}`);
      },
      extra,
    );
  const calls = ['any1', 'any2', 'sole1', 'sole2', 'any3', 'any4'].map((call) => ({
    name: call.slice(0, -1),
    input: { value: call.slice(-1) },
  }));
  using model = new ScriptedModel([{ toolCalls: calls }, done]);
  const run = await runLoop(model, [work('any'), work('sole', { exclusive: true })]);
  expect(seen).toEqual(['any1+any2', 'any2', 'sole1', 'sole2', 'any3+any4', 'any4']);
  expect(run.toolCallsExecuted.map(({ input }) => input)).toEqual(calls.map(({ input }) => input));
});

it('runToolLoop emits the output of a running tool with the id of its call', async () => {
  const talk = toolOf('talk', async (_input, { report }) => {
    report?.('one\n');
    report?.('two\n');
    return 'done';
  });
  using model = new ScriptedModel([{ toolCalls: [{ id: 'a', name: 'talk' }] }, done]);
  const seen: LoopEvent[] = [];
  const run = await runLoop(model, [talk], { onEvent: (event) => void seen.push(event) });
  const said = { type: 'tool_output', turn: 0, id: 'a', name: 'talk' };
  expect(seen.filter(({ type }) => type === 'tool_output')).toEqual([
    { ...said, text: 'one\n' },
    { ...said, text: 'two\n' },
  ]);
  expect(JSON.stringify(run.messages)).not.toContain('two');
});
