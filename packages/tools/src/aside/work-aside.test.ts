import { expect, it } from 'vitest';
import { workAside } from './work-aside.ts';

const { signal } = new AbortController();
const edit = { oldStr: 'b: 2', newStr: 'b: 3' };
const long = 'a: 1\n'.repeat(200_000);

it.each([
  ['short', 'a: 1\n'],
  ['long', long],
])('edits a %s text', async (_, text) => {
  expect(await workAside({ name: 'replaceText', args: [`${text}b: 2\n`, edit] }, signal)).toMatchObject({
    applied: true,
    content: `${text}b: 3\n`,
  });
});

it.each([
  ['short', 1],
  ['long', 200_000],
])('finds a problem of a %s text', async (_, line) => {
  const content = `${'- a\n'.repeat(line - 1)}: [`;
  expect(await workAside({ name: 'findYamlProblem', args: [content] }, signal)).toMatchObject({ line });
});

it('lets the event loop go on meanwhile', async () => {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await workAside({ name: 'replaceText', args: [long, { ...edit, replaceAll: true }] }, signal);
  isDone = true;
  expect(turns).toBeGreaterThan(100);
});

it('ends with the signal', async () => {
  const controller = new AbortController();
  const working = workAside({ name: 'replaceText', args: [long, edit] }, controller.signal);
  controller.abort();
  await expect(working).rejects.toMatchObject({ code: 'ABORTED' });
});
