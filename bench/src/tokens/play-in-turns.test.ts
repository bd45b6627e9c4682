import { expect, it } from 'vitest';
import type { CallTool } from '../../../packages/tools/test/investigation/strategy.ts';
import { playInTurns } from './play-in-turns.ts';

/** Lists, looks at both things of the list, and at what the first leads to. */
async function procedure(call: CallTool): Promise<void> {
  const { output } = await call('list', {});
  const texts: string[] = [];
  for (const name of output as readonly string[]) texts.push((await call('look', { name })).text);
  if (texts[0]?.includes('door')) await call('open', { what: 'door' });
}

const call: CallTool = async (tool, input) => ({ output: ['a', 'b'], text: `${tool} ${JSON.stringify(input)} door` });

it('makes calls side by side that do not need each other, and the others in turns of their own', async () => {
  const list = { tool: 'list', input: {} };
  const looks = ['a', 'b'].map((name) => ({ tool: 'look', input: { name } }));
  const open = { tool: 'open', input: { what: 'door' } };
  expect(await playInTurns(procedure, { call, isEnough: () => false })).toEqual([[list], looks, [open]]);
  expect(await playInTurns(procedure, { call, isEnough: (text) => text.includes('look') })).toEqual([[list], looks]);
});

it('lets failures through', async () => {
  const failing: CallTool = () => Promise.reject(new Error('There is no list.'));
  await expect(playInTurns(procedure, { call: failing, isEnough: () => false })).rejects.toThrow('no list');
});
