import { expect, it } from 'vitest';
import { commands } from './commands.ts';

it.each(commands)('the command "$name" is loaded with its own help', async ({ name, summary, load }) => {
  const command = await load();
  expect(command.help({ name, summary })).toMatch(
    new RegExp(`^Usage: shipmate ${name}( [<[]\\w+[>\\]])*( \\[options\\])?\n\n.+\n`),
  );
});

it('commands have different names and modules', async () => {
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  expect(new Set(await Promise.all(commands.map(({ load }) => load()))).size).toBe(commands.length);
});
