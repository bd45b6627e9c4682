import { expect, it } from 'vitest';
import { splitCommand } from './split-command.ts';

it.each([
  ['', []],
  ['  kubectl   get\tpods ', ['kubectl', 'get', 'pods']],
  [`patch -p '{"a": 1}'`, ['patch', '-p', '{"a": 1}']],
  [`set --image="a b"':c'd`, ['set', '--image=a b:cd']],
  [`a ''`, ['a', '']],
  [`''a`, ['a']],
])('splitCommand splits %j', (command, words) => {
  expect(splitCommand(command)).toEqual(words);
});

it.each([
  [`get 'pods`, `"'" is not closed`],
  ['get "$(id)"', '"\\"" is not closed, or contains a character that a shell interprets'],
  ['get pods; id', '";" is interpreted by a shell'],
  ['get $HOME', '"$" is interpreted by a shell'],
])('splitCommand refuses %j', (command, message) => {
  expect(() => splitCommand(command)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(message),
      details: { field: 'command' },
    }),
  );
});
