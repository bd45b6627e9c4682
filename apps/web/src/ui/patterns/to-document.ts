import type { PatternView } from '@shipmate/protocol';

/** What a new document begins with. */
export const emptyDocument = `---
kind: pattern
title:
tags: []
---

`;

/** A pattern as the Markdown document that it was, or could have been. */
export function toDocument({
  kind,
  title,
  tags,
  source,
  body,
}: Omit<PatternView, 'id' | 'savedByUserId' | 'savedAt'>): string {
  // JSON is YAML, and needs no second set of rules for quoting.
  const fields = [
    `kind: ${kind}`,
    `title: ${JSON.stringify(title)}`,
    `tags: ${JSON.stringify(tags)}`,
    ...(source === null ? [] : [`source: ${JSON.stringify(source)}`]),
  ];
  return ['---', ...fields, '---', '', body, ''].join('\n');
}
