import type { JsonValue } from '@shipmate/core';
import { expect, it } from 'vitest';
import { findTemplates } from './find-templates.ts';
import { renderTemplates } from './render-template.ts';

const scope = {
  variables: {
    quantity: 4,
    name: 'Blue chair',
    price: '1234.5',
    tags: ['a', 'b'],
    note: null,
    $now: '2026-01-31T12:05:09Z',
  },
  results: { 'Check stock': { port: 'true', total: 3 }, 'Check stock.extra': { port: 'false' }, order: { id: 'o1' } },
};

it.each<[string, JsonValue]>([
  ['plain', 'plain'],
  ['{{quantity}}', 4],
  ['Only {{quantity}} of {{ name }} left', 'Only 4 of Blue chair left'],
  ['{{name | uppercase}}', 'BLUE CHAIR'],
  ['{{name | truncate:4}}', 'Blue…'],
  ['{{note | default:none}}', 'none'],
  ['{{note | default:"a: b"}}', 'a: b'],
  ['{{note}}', null],
  ['[{{note}}]', '[]'],
  ['{{price | round:0}}', 1235],
  ['{{price | currency:EUR}}', '€1,234.50'],
  ['{{price | currency:no}}', '1234.5'],
  ['{{$now | formatDate:DD.MM.YYYY}}', '31.01.2026'],
  ['{{tags | join:"-"}}', 'a-b'],
  ['{{tags | last | uppercase}}', 'B'],
  ['{{Check stock.total}}', 3],
  ['{{Check stock.extra.port}}', 'false'],
  ['{{order.id}}', 'o1'],
  ['{{order.constructor}}', null],
  ['{{missing.deep}}', null],
  ['{{ }} stays', ' stays'],
])('renderTemplates of %j returns %j', (template, expected) => {
  expect(renderTemplates(template, scope)).toEqual(expected);
});

it('renderTemplates renders nested configurations and keeps other values', () => {
  const config = { to: ['{{name}}'], count: 2, deep: { price: '{{price}}' } };
  expect(renderTemplates(config, scope)).toEqual({ to: ['Blue chair'], count: 2, deep: { price: '1234.5' } });
});

it('findTemplates names the location of each template', () => {
  expect(findTemplates({ to: ['x', '{{name}}'], deep: { title: 'a {{b}}' }, count: 1 })).toEqual([
    { path: 'to[1]', template: '{{name}}' },
    { path: 'deep.title', template: 'a {{b}}' },
  ]);
});

it('renderTemplates takes time linear in unclosed braces', () => {
  const hostile = '{{'.repeat(200_000);
  expect(renderTemplates(hostile, scope)).toBe(hostile);
});

it('renderTemplates refuses a configuration that grows beyond its limit', () => {
  const long = { ...scope, variables: { text: 'x'.repeat(50_000) } };
  const many = Array.from({ length: 20 }, () => '{{text}}{{text}}');
  expect(() => renderTemplates({ body: many }, long)).toThrow(/longer than 1,000,000 characters/);
  expect(renderTemplates(['{{text}}', '{{text}}'], long)).toHaveLength(2);
});
