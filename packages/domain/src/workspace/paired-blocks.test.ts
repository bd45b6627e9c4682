import { expect, it } from 'vitest';
import { findPairedBlocks } from './paired-blocks.ts';

const added = (after: string) => ({ before: '', after });
const removed = (before: string) => ({ before, after: '' });
const same = (text: string) => ({ before: text, after: text });

it.each([
  ['an if with its end', [added('{{- if .Values.on }}\n'), same('a: 1\n'), added('{{- end }}\n')], [[2], [], [0]]],
  ['a block that is taken away', [removed('{{ with .a }}'), same('a'), removed('{{ end }}')], [[2], [], [0]]],
  [
    'blocks in one another',
    [added('{{ if a }}'), added('{{- range b }}'), added('{{end}}'), added('{{ end }}')],
    [[3], [2], [1], [0]],
  ],
  [
    'two blocks that end together',
    [added('{{ if a }}'), added('{{ if b }}'), added('{{ end }}{{ end }}')],
    [
      [1, 2],
      [0, 2],
      [0, 1],
    ],
  ],
  ['a block within one change', [added('{{ if a }}x{{ end }}'), added('b')], [[], []]],
  ['another condition', [{ before: '{{ if a }}', after: '{{ if b }}' }, added('x')], [[], []]],
  ['a branch', [added('{{ else }}'), added('x')], [[], []]],
  ['an end that closes what was open', [added('{{ end }}'), added('x')], [[], []]],
  ['words of a comment', [added('{{/* if */}}'), added('{{ end }}')], [[], []]],
])('findPairedBlocks pairs %s', (_, changes, expected) => {
  expect(findPairedBlocks(changes).map((others) => [...others].toSorted((one, other) => one - other))).toEqual(
    expected,
  );
});
