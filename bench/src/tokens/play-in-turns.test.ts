import { expect, it } from 'vitest';
import type { CallTool } from '../../../packages/tools/test/investigation/strategy.ts';
import { playInTurns } from './play-in-turns.ts';

/** Calls `list`, then `look` for both items, then `open` if the first item leads to a door. */
async function procedure(call: CallTool): Promise<void> {
  const { output } = await call('list', {});
  const texts: string[] = [];
  for (const name of output as readonly string[]) texts.push((await call('look', { name })).text);
  if (texts[0]?.includes('door')) await call('open', { what: 'door' });
}

const call: CallTool = async (tool, input) => ({ output: ['a', 'b'], text: `${tool} ${JSON.stringify(input)} door` });

it('playInTurns makes independent calls in one turn and dependent ones in turns of their own', async () => {
  const list = { tool: 'list', input: {} };
  const looks = ['a', 'b'].map((name) => ({ tool: 'look', input: { name } }));
  const open = { tool: 'open', input: { what: 'door' } };
  expect(await playInTurns(procedure, { call, isEnough: () => false })).toEqual([[list], looks, [open]]);
  expect(await playInTurns(procedure, { call, isEnough: (text) => text.includes('look') })).toEqual([[list], looks]);
});

it('playInTurns makes no call that is known', async () => {
  const known = [{ tool: 'list', input: {}, answer: await call('list', {}) }];
  const [first] = await playInTurns(procedure, { call, isEnough: () => false, known });
  expect(first?.map(({ tool }) => tool)).toEqual(['look', 'look']);
  expect(await playInTurns(procedure, { call, isEnough: (text) => text.includes('list'), known })).toEqual([]);
});

it('playInTurns rejects when a call fails', async () => {
  const failing: CallTool = () => Promise.reject(new Error('There is no list.'));
  await expect(playInTurns(procedure, { call: failing, isEnough: () => false })).rejects.toThrow('no list');
});
