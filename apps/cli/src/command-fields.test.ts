import { expect, it } from 'vitest';
import { takeFields } from './command-fields.ts';

const declared = { json: { type: 'boolean' }, input: { type: 'string' } } as const;

it.each<[args: string[], own: string[], fields: Record<string, (string | true)[]>]>([
  [['kubectl_get', '--resource', 'pods'], ['kubectl_get'], { resource: ['pods'] }],
  [['kubectl_get', '--resource=pods', '--json'], ['kubectl_get', '--json'], { resource: ['pods'] }],
  [['a', '--input', '{}', '--previous'], ['a', '--input', '{}'], { previous: [true] }],
  [['a', '--path', 'x', '--path', 'y'], ['a'], { path: ['x', 'y'] }],
  [['--previous', '--json', 'a'], ['--json', 'a'], { previous: [true] }],
  [['a'], ['a'], {}],
])('takeFields separates the fields of %j', (args, own, fields) => {
  const taken = takeFields(args, declared);
  expect([taken.own, Object.fromEntries(taken.fields)]).toEqual([own, fields]);
});
