import { expect, it } from 'vitest';
import { textEditor } from './text-editor.ts';

const path = 'values.yaml';

it.each([
  [{ command: 'view', path: './values.yaml' }, path],
  [{ command: 'create', path, content: '' }, path],
  [{ command: 'str_replace', path, oldStr: 'a', newStr: '' }, path],
])('text_editor accepts %j', (input, expected) => {
  expect(textEditor.input.parse(input).path).toBe(expected);
});

it.each([
  [{ command: 'insert', path }, 'command'],
  [{ command: 'view' }, 'path'],
  [{ command: 'view', path: '../values.yaml' }, 'path'],
  [{ command: 'create', path }, 'content'],
  [{ command: 'create', path, content: 'a\0b' }, 'content'],
  [{ command: 'create', path, content: 'x'.repeat(1_000_001) }, 'content'],
  [{ command: 'str_replace', path, newStr: 'a' }, 'oldStr'],
  [{ command: 'str_replace', path, oldStr: 'a' }, 'newStr'],
])('text_editor rejects %o for its field %s', (input, field) => {
  expect(textEditor.input.safeParse(input).error?.issues).toMatchObject([{ path: [field] }]);
});

it('text_editor shows a model the file that it viewed, and a diff instead of the whole file after an edit', () => {
  expect(textEditor.toModel?.({ success: true, content: 'a: 1\n' })).toBe(
    '<untrusted source="file">\na: 1\n\n</untrusted>',
  );
  expect(textEditor.toModel?.({ success: true, content: '' })).toBe('<untrusted source="file">\n\n</untrusted>');
  expect(
    textEditor.toModel?.({ success: true, content: 'a: 2\n', message: 'Replaced line 1.', diff: '-a: 1\n+a: 2' }),
  ).toBe('Replaced line 1.\n<untrusted source="file">\n-a: 1\n+a: 2\n</untrusted>');
});
