import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { parseToolInput } from './parse-tool-input.ts';

const schema = {
  properties: {
    name: { type: 'string' },
    replicas: { type: 'integer' },
    previous: { type: 'boolean' },
    phrasings: { type: 'array', items: { type: 'string' } },
    answers: { type: 'object' },
    limit: { anyOf: [{ type: 'number' }, { type: 'null' }] },
  },
};

function parse(fields: Record<string, (string | true)[]>, input?: string) {
  const readInput = () => Promise.resolve('{"name": "piped"}');
  return parseToolInput({ input, fields: new Map(Object.entries(fields)), schema, readInput });
}

it.each<[fields: Record<string, (string | true)[]>, input: string | undefined, parsed: object]>([
  [{}, undefined, {}],
  [{ name: ['5'], replicas: ['5'] }, undefined, { name: '5', replicas: 5 }],
  [{ previous: [true] }, undefined, { previous: true }],
  [{ previous: ['false'] }, undefined, { previous: false }],
  [{ phrasings: ['a', 'b'] }, undefined, { phrasings: ['a', 'b'] }],
  [{ phrasings: ['["a"]'] }, undefined, { phrasings: ['a'] }],
  [{ answers: ['{"a": 1}'] }, undefined, { answers: { a: 1 } }],
  [{ limit: ['2.5'] }, undefined, { limit: 2.5 }],
  [{ replicas: ['3'] }, '{"name": "web", "replicas": 1}', { name: 'web', replicas: 3 }],
  [{}, '@-', { name: 'piped' }],
])('parseToolInput reads %j with the input %j', async (fields, input, parsed) => {
  expect(await parse(fields, input)).toEqual(parsed);
});

it.each<[fields: Record<string, (string | true)[]>, input: string | undefined, message: string]>([
  [{ size: ['1'] }, undefined, 'Field "size" not found. Fields: --name, --replicas'],
  [{ name: [true] }, undefined, '--name needs a value.'],
  [{ name: ['a', 'b'] }, undefined, '--name takes one value.'],
  [{ replicas: ['many'] }, undefined, '--replicas: is no JSON.'],
  [{}, '[]', '--input: is no JSON object.'],
  [{}, '{', '--input: is no JSON.'],
  [{}, '@/nowhere.json', 'Cannot read "/nowhere.json" (ENOENT).'],
])('parseToolInput refuses %j with the input %j', async (fields, input, message) => {
  const refused = await parse(fields, input).catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(AppError);
  expect(String(refused)).toContain(message);
});
