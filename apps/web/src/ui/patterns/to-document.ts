import type { PatternView } from '@shipmate/protocol/web/patterns';

/** Initial text of a new document. */
export const emptyDocument = `---
kind: pattern
title:
tags: []
---

`;

/** Returns a pattern as a Markdown document with front matter that parses to the same pattern. */
export function toDocument({
  kind,
  title,
  tags,
  source,
  body,
}: Omit<PatternView, 'id' | 'savedByUserId' | 'savedAt'>): string {
  // JSON is valid YAML, so no other quoting rules are needed.
  const fields = [
    `kind: ${kind}`,
    `title: ${JSON.stringify(title)}`,
    `tags: ${JSON.stringify(tags)}`,
    ...(source === null ? [] : [`source: ${JSON.stringify(source)}`]),
  ];
  return ['---', ...fields, '---', '', body, ''].join('\n');
}
