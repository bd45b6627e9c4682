import { expect, it } from 'vitest';
import { createFolderCalls } from './folder-calls.ts';

function countOpens() {
  const opened: string[] = [];
  const inFolder = createFolderCalls(async (path, work) => {
    opened.push(path);
    if (path === 'absent') throw new Error('absent');
    await work(`place of ${path}`);
  });
  return { opened, inFolder };
}

it('calls of one turn open their folder once', async () => {
  const { opened, inFolder } = countOpens();
  const places = ['a', 'b', 'a', 'a'].map((path) => inFolder(path, async (place) => place));
  expect(await Promise.all(places)).toEqual(['place of a', 'place of b', 'place of a', 'place of a']);
  expect(opened).toEqual(['a', 'b']);
});

it('a later call opens the folder again, also while an earlier one works in it', async () => {
  const { opened, inFolder } = countOpens();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const { promise: working, resolve: begin } = Promise.withResolvers<void>();
  const first = inFolder('a', async () => {
    begin();
    await end;
  });
  await working;
  expect(await inFolder('a', async (place) => place)).toBe('place of a');
  resolve();
  await first;
  expect(opened).toEqual(['a', 'a']);
});

it('the failure of one call does not fail the others', async () => {
  const { inFolder } = countOpens();
  const failing = inFolder('a', async () => {
    throw new Error('one');
  });
  const other = inFolder('a', async () => 2);
  await expect(failing).rejects.toThrow('one');
  expect(await other).toBe(2);
});

it('a folder that cannot be opened fails all its calls, and the next call tries again', async () => {
  const { opened, inFolder } = countOpens();
  const calls = [1, 2].map(() => inFolder('absent', async () => 1));
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow('absent')));
  await expect(inFolder('absent', async () => 1)).rejects.toThrow('absent');
  expect(opened).toEqual(['absent', 'absent']);
});
