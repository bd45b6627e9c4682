import { describe, expect, it } from 'vitest';
import type { ComputePort } from '../../compute/compute-port.ts';
import { createInlineCompute } from '../../compute/create-inline-compute.ts';
import { createAnswerReader } from './create-answer-reader.ts';

const kind = { group: '', version: 'v1', kind: 'ConfigMap' };
const { signal } = new AbortController();
const names = { secretNames: ['flavour'] };

/** Creates a reader that records the tasks which it runs. */
function createReader() {
  const inline = createInlineCompute();
  const tasks: string[] = [];
  const compute: ComputePort = {
    run: (name, args, caller) => {
      tasks.push(name);
      return inline.run(name, args, caller);
    },
  };
  return { tasks, answers: createAnswerReader({ compute, principal: { organizationId: 'acme' }, names }) };
}

const toObject = (name: string) => ({ metadata: { name }, data: { flavour: 'vanilla', note: 'plain' } });
const toRow = (name: string) => ({ cells: [name, 'vanilla'], object: toObject(name) });
const columnDefinitions = [{ name: 'Name' }, { name: 'Flavour', priority: 1 }];
const many = Array.from({ length: 3_000 }, (_, index) => `settings-${index}`);
const known = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { flavour: '[redacted]', note: 'plain' },
});

describe.each([
  ['on the event loop for a short response', many.slice(0, 3), []],
  ['in a task for a long response', many, ['readObjectAnswer', 'readListAnswer', 'readTableAnswer']],
] as const)('an answer reader parses and redacts %s', (_, items, expected) => {
  it('an object, a list and a table', async () => {
    const { tasks, answers } = createReader();
    const padding = 'x'.repeat(items.length * 100);
    const object = await answers.object(JSON.stringify({ ...toObject('one'), padding }), kind, signal);
    expect(object).toEqual({ ...known('one'), padding });

    const list = JSON.stringify({ metadata: { continue: 'next' }, items: items.map(toObject) });
    expect(await answers.list(list, kind, signal)).toEqual({ continueToken: 'next', items: items.map(known) });

    const table = JSON.stringify({ metadata: {}, columnDefinitions, rows: items.map(toRow) });
    expect(await answers.table(table, { kind, withObjects: true }, signal)).toEqual({
      columns: [
        { name: 'Name', priority: 0 },
        { name: 'Flavour', priority: 1 },
      ],
      rows: items.map((name) => ({ cells: [name, '[redacted]'], object: known(name) })),
    });
    expect(tasks).toEqual(expected);
  });

  it('a table without columns only with given ones', async () => {
    const { answers } = createReader();
    const table = JSON.stringify({ metadata: {}, rows: items.map(toRow) });
    const reading = { kind, withObjects: false };
    expect(await answers.table(table, reading, signal)).toBeUndefined();
    const columns = [{ name: 'Name', priority: 0 }];
    expect(await answers.table(table, { ...reading, columns }, signal)).toMatchObject({ columns });
  });

  it('and refuses a response of another shape', async () => {
    const { answers } = createReader();
    const text = JSON.stringify(items);
    await expect(answers.object(text, kind, signal)).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
  });
});
