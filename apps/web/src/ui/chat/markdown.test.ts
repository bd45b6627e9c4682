import { Tooltip } from 'radix-ui';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

function render(text: string): string {
  return renderToStaticMarkup(createElement(Tooltip.Provider, null, createElement(Markdown, { text })));
}

test('HTML is not rendered', () => {
  const html = render('before <img src=x onerror=alert(1)> <script>alert(1)</script> after');
  expect(html).not.toMatch(/<img|<script/);
  expect(html).toContain('before');
  expect(html).toContain('after');
});

test('an image is named and never loaded', () => {
  const html = render('![a chart](https://example.com/?secret=1)');
  expect(html).toContain('[image: a chart]');
  expect(html).not.toContain('example.com');
});

test('a link leaves no handle on this page', () => {
  expect(render('[docs](https://helm.sh)')).toContain(
    '<a href="https://helm.sh" target="_blank" rel="noopener noreferrer">docs</a>',
  );
});

test('a link that would run script goes nowhere', () => {
  expect(render('[x](javascript:alert(1))')).not.toContain('javascript:');
});

test('tables and code have their markup', () => {
  expect(render('| a |\n|---|\n| 1 |')).toContain('<td>1</td>');
  expect(render('```yaml\nreplicas: 3\n```')).toContain('aria-label="Copy code"');
});
