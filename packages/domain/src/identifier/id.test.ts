import { expect, it } from 'vitest';
import { isId, newId } from './id.ts';

it.each([
  ['019a1b2c-3d4e-7f50-8a1b-2c3d4e5f6071', true],
  ['019A1B2C-3D4E-7F50-8A1B-2C3D4E5F6071', true],
  ['019a1b2c-3d4e-7f50-7a1b-2c3d4e5f6071', false],
  ['019a1b2c-3d4e-0f50-8a1b-2c3d4e5f6071', false],
  [' 019a1b2c-3d4e-7f50-8a1b-2c3d4e5f6071', false],
  ['019a1b2c-3d4e-7f50-8a1b-2c3d4e5f60712', false],
  ['019a1b2c3d4e7f508a1b2c3d4e5f6071', false],
  ['shop', false],
  ['', false],
  [7, false],
  [undefined, false],
  [null, false],
  [['019a1b2c-3d4e-7f50-8a1b-2c3d4e5f6071'], false],
])('isId of %j returns %s', (value, is) => {
  expect(isId(value)).toBe(is);
});

it('newId returns ids that are valid, unique and sort by creation', () => {
  const ids = Array.from({ length: 100 }, newId);
  expect(ids.every(isId)).toBe(true);
  expect(new Set(ids).size).toBe(100);
  expect(ids.toSorted()).toEqual(ids);
});
