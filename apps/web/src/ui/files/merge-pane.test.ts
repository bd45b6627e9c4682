import { toThreeWayRegions } from '@shipmate/domain/workspace';
import { expect, it } from 'vitest';
import { type Choices, resolveRegions } from './merge-pane.tsx';

const base = 'a\nb\nc\nd\ne\n';
const theirs = 'a\nB\nc\nd\ne\ntheir end\n';
const yours = 'my start\na\nb b\nc\nd\ne\n';
const regions = toThreeWayRegions({ base, theirs, yours });
const conflict = regions.findIndex(({ kind }) => kind === 'conflict');

it.each<[Choices, string | undefined]>([
  [{}, undefined],
  [{ [conflict + 1]: 'yours' }, undefined],
  [{ [conflict]: 'theirs' }, 'my start\na\nB\nc\nd\ne\ntheir end\n'],
  [{ [conflict]: 'yours' }, 'my start\na\nb b\nc\nd\ne\ntheir end\n'],
  [{ [conflict]: 'both' }, 'my start\na\nB\nb b\nc\nd\ne\ntheir end\n'],
])('resolveRegions with %o chosen returns %j', (choices, text) => {
  expect(resolveRegions(regions, choices)).toBe(text);
});

it.each([
  ['what they changed', { base, theirs, yours: base }, theirs],
  ['what I changed', { base, theirs: base, yours }, yours],
  ['what both made alike', { base, theirs: yours, yours }, yours],
])('resolveRegions needs no choice for %s', (_, texts, text) => {
  expect(resolveRegions(toThreeWayRegions(texts), {})).toBe(text);
});

it('resolveRegions inserts a line ending between both versions when theirs ends without one', () => {
  const unended = toThreeWayRegions({ base: '', theirs: 'one', yours: 'two' });
  expect(resolveRegions(unended, { 0: 'both' })).toBe('one\ntwo');
});
