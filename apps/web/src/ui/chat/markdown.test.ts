import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from '../components/markdown.tsx';

function render(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text }));
}

test('Markdown does not render HTML', () => {
  const html = render('before <img src=x onerror=alert(1)> <script>alert(1)</script> after');
  expect(html).not.toMatch(/<img|<script/);
  expect(html).toContain('before');
  expect(html).toContain('after');
});

test('Markdown names an image and does not load it', () => {
  const html = render('![a chart](https://example.com/?secret=1)');
  expect(html).toContain('[image: a chart]');
  expect(html).not.toContain('example.com');
});

test('Markdown links give the target no handle on this page', () => {
  expect(render('[docs](https://helm.sh)')).toContain(
    '<a href="https://helm.sh" target="_blank" rel="noopener noreferrer">docs</a>',
  );
});

test('Markdown drops the target of a link that would run script', () => {
  expect(render('[x](javascript:alert(1))')).not.toContain('javascript:');
});

test('Markdown renders tables and code with their markup', () => {
  expect(render('| a |\n|---|\n| 1 |')).toContain('<td>1</td>');
  expect(render('```yaml\nreplicas: 3\n```')).toContain('aria-label="Copy code"');
});
