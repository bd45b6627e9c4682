import { expect, it } from 'vitest';
import { createTextState } from './text-editor.tsx';

const texts = ['', 'one line', 'a\nb\n', 'a\r\nb\r\n', 'a\r\nb\nc\r', '\r\n', '\n\r\n', '\ufeffa\n', 'a\r\rb'];

it.each(texts)('createTextState keeps every byte of %j', (text) => {
  expect(createTextState(text).sliceDoc()).toBe(text);
});

it.each([
  ['a\r\nb\r\n', 'a\r\nx\r\nb\r\n'],
  ['a\nb\n', 'a\nx\nb\n'],
])("createTextState inserts new lines in %j with the file's line ending", (text, after) => {
  const state = createTextState(text);
  const { from } = state.doc.line(2);
  const typed = state.update({ changes: { from, insert: state.toText(`x${state.lineBreak}`) } }).state;
  expect(typed.sliceDoc()).toBe(after);
});
