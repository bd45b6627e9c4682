import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { watchHandles } from '@shipmate/config/watch-handles';
import { createCompute } from './create-compute.ts';

const compute = createCompute({ maxThreads: 1 });
afterAll(() => compute.close());

const { signal } = new AbortController();
const principal = { userId: 'u1', organizationId: 'o1', via: 'session' } as const;
const caller = { principal, signal };
const edit = { oldStr: 'b: 2', newStr: 'b: 3' };
const long = 'a: 1\n'.repeat(200_000);

describe('createCompute', () => {
  it.each([
    ['short', 'a: 1\n'],
    ['long', long],
  ])('replaces in a %s text', async (_, text) => {
    expect(await compute.run('replaceText', [`${text}b: 2\n`, edit], caller)).toMatchObject({
      applied: true,
      content: `${text}b: 3\n`,
    });
  });

  it.each([
    ['short', 1],
    ['long', 200_000],
  ])('finds the problem of a %s YAML text', async (_, line) => {
    const content = `${'- a\n'.repeat(line - 1)}: [`;
    expect(await compute.run('findYamlProblem', [content], caller)).toMatchObject({ line });
  });

  it.each([
    ['short', 'a: ['],
    ['long', `${'a: 1\n'.repeat(5_000)}b: [`],
  ])('throws the error of a task with its code for a %s text', async (_, text) => {
    await expect(compute.run('readPatch', [text], caller)).rejects.toMatchObject({
      name: 'AppError',
      code: 'VALIDATION_ERROR',
      details: { field: 'patch' },
      recoverable: true,
    });
  });

  it('yields to the event loop while it processes a long text', async () => {
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await compute.run('replaceText', [long, { ...edit, replaceAll: true }], caller);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(100);
  });

  it('aborts work when its signal fires', async () => {
    const controller = new AbortController();
    const working = compute.run('replaceText', [long, edit], { principal, signal: controller.signal });
    controller.abort();
    await expect(working).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('fails with TIMEOUT at the deadline', async () => {
    await using hasty = createCompute({ maxThreads: 1, deadlineMs: 1 });
    const working = hasty.run('findYamlProblem', [long], caller);
    await expect(working).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('starts no thread for work after its end, also when it had none before', async () => {
    const openHandles = watchHandles();
    const closed = createCompute({ maxThreads: 1 });
    await closed.close();
    await expect(closed.run('findYamlProblem', [long], caller)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(openHandles()).toEqual([]);
  });

  it('ends work whose threads are not yet loaded', async () => {
    const openHandles = watchHandles();
    const closing = createCompute({ maxThreads: 1 });
    const working = closing.run('findYamlProblem', [long], caller).catch((thrown: unknown) => thrown);
    // Copies of large inputs begin in the next turn.
    await nextTurn();
    await closing.close();
    expect(await working).toMatchObject({ code: 'ABORTED' });
    expect(openHandles()).toEqual([]);
  });
});
