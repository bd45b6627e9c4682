import { toolNamePattern } from '@shipmate/core';
import { expect, test } from 'vitest';
import { toSafeToolName } from './safe-tool-name.ts';

test.each(['weather', 'get-weather_2', 'a'.repeat(64)])(
  'toSafeToolName keeps a name that all providers accept: %s',
  (name) => {
    expect(toSafeToolName(name)).toBe(name);
  },
);

test.each(['github.issues/list', 'wetter für Oslo', '', '天气', 'a'.repeat(65), `${'a'.repeat(200)}.b`])(
  'toSafeToolName replaces a name that some providers reject: %s',
  (name) => {
    expect(toSafeToolName(name)).toMatch(toolNamePattern);
    expect(toSafeToolName(name)).toBe(toSafeToolName(name));
  },
);

test('toSafeToolName keeps different names different', () => {
  const names = ['a.b', 'a/b', 'a b', 'a_b', `${'a'.repeat(70)}1`, `${'a'.repeat(70)}2`];
  expect(new Set(names.map(toSafeToolName)).size).toBe(names.length);
});
