import { expect, it } from 'vitest';
import { escapeControls } from './terminal.ts';

it.each([
  ['a\tb\nc', 'a\tb\nc'],
  ['line\r\n', 'line\n'],
  ['\u001b[2Jgone', '\\u001b[2Jgone'],
  ['\u009b2J', '\\u009b2J'],
  ['safe\u202etxt', 'safe\\u202etxt'],
])('escapeControls shows %j as %j', (text, shown) => {
  expect(escapeControls(text)).toBe(shown);
});
