import { StringStream } from '@codemirror/language';
import { expect, test } from 'vitest';
import { helmTemplateParser } from './language.ts';

/** Returns the tokens of one line as `name:text`, without unnamed tokens. */
function tokens(line: string): string[] {
  const state = helmTemplateParser.startState?.(2);
  if (!state) throw new Error('The parser has no start state.');
  const stream = new StringStream(line, 2, 2);
  const found: string[] = [];
  while (!stream.eol()) {
    stream.start = stream.pos;
    const name = helmTemplateParser.token(stream, state);
    expect(stream.pos).toBeGreaterThan(stream.start);
    if (name !== null) found.push(`${name}:${stream.current().trim()}`);
  }
  return found;
}

test.each([
  ['replicas: 3', ['propertyName:replicas', 'number:3']],
  ['  app.kubernetes.io/name: web', ['propertyName:app.kubernetes.io/name']],
  [
    'replicas: {{ .Values.replicaCount }}',
    ['propertyName:replicas', 'meta:{{', 'variableName:.Values.replicaCount', 'meta:}}'],
  ],
  ['{{- if not $.Values.on }}', ['meta:{{-', 'keyword:if', 'variableName:$.Values.on', 'meta:}}']],
  [
    '{{- include "web.labels" . | nindent 4 }}',
    ['meta:{{-', 'keyword:include', 'string:"web.labels"', 'variableName:.', 'number:4', 'meta:}}'],
  ],
  ['{{/* a note */}}', ['meta:{{', 'comment:/* a note */', 'meta:}}']],
  [
    'image: "{{ .repository }}:{{ .tag }}"',
    [
      'propertyName:image',
      'string:"',
      'meta:{{',
      'variableName:.repository',
      'meta:}}',
      'string::',
      'meta:{{',
      'variableName:.tag',
      'meta:}}',
      'string:"',
    ],
  ],
  ["name: 'it' # why", ['propertyName:name', "string:'", "string:it'", 'comment:# why']],
  ['enabled: true', ['propertyName:enabled', 'number:true']],
  ['url: http://example.com:80/', ['propertyName:url']],
  ['- {a: 1}', ['propertyName:a']],
  ['{{ unfinished', ['meta:{{']],
])('helmTemplateParser tokenizes %s', (line, expected) => {
  expect(tokens(line)).toEqual(expected);
});
