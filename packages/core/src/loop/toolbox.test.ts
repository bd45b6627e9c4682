import { expect, it } from 'vitest';
import { resultsOf, runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { ScriptedModel } from '../testing/index.ts';

const done = { text: 'Done.' };
const tools = (count: number) => Array.from({ length: count }, (_, at) => toolOf(`tool_${at}`, () => 'x'.repeat(1000)));

it.each([
  { count: 40, warnings: 0 },
  { count: 41, warnings: 1 },
])('warns $warnings times of $count tools', async ({ count, warnings }) => {
  using model = new ScriptedModel([done]);
  const { log } = await runLoop(model, tools(count));
  expect(log.filter(({ message }) => message.includes('so many tools'))).toHaveLength(warnings);
});

it('refuses more tools than every provider takes, before anything is spent', async () => {
  using model = new ScriptedModel([]);
  await expect(runLoop(model, tools(129))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('129'),
  });
});

it('adds none of its own to as many as every provider takes', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'tool_0' }] }, done]);
  const run = await runLoop(model, tools(128), { maxResultChars: 400 });
  expect(resultsOf(run)[0]?.output).toContain('ask for less');
  expect(model.requests.map(({ tools: { length } = [] }) => length)).toEqual([128, 128]);
});
