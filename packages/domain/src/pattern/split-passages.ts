import type { Passage } from './pattern.ts';
import { type Heading, readHeading } from './read-heading.ts';

/** Longer sections are split into several passages, between paragraphs. */
const maxLength = 1_500;

/** Splits a Markdown text at its headings; only empty sections are dropped. */
export function splitPassages(markdown: string): readonly Passage[] {
  const open: Heading[] = [];
  const sections: { readonly heading: string; readonly lines: string[] }[] = [{ heading: '', lines: [] }];
  for (const line of readLines(markdown)) {
    if (typeof line === 'string') {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    while ((open.at(-1)?.level ?? 0) >= line.level) open.pop();
    open.push(line);
    sections.push({ heading: open.map(({ title }) => title).join(' › '), lines: [] });
  }
  return sections.flatMap(({ heading, lines }) =>
    splitParagraphs(lines.join('\n').trim()).map((body) => ({ heading, body })),
  );
}

/** Yields lines, with headings parsed; the contents of a code block are no headings. */
function* readLines(markdown: string): Generator<string | Heading> {
  let fence: string | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    yield (fence === undefined ? readHeading(line) : undefined) ?? line;
  }
}

function splitParagraphs(text: string): readonly string[] {
  const parts: string[] = [];
  for (const paragraph of text.split(/\n{2,}/).flatMap(splitLong)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + paragraph.length < maxLength)
      parts[parts.length - 1] = `${last}\n\n${paragraph}`;
    else if (paragraph !== '') parts.push(paragraph);
  }
  return parts;
}

function splitLong(paragraph: string): readonly string[] {
  return paragraph.length <= maxLength
    ? [paragraph]
    : (paragraph.match(new RegExp(`[^]{1,${maxLength}}(?:\\s|$)|[^]{1,${maxLength}}`, 'g')) ?? []);
}
