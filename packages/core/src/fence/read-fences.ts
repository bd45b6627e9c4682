import { fenceTag, type TextOrigin, textSources } from './fence-text.ts';

/** A text that `fenceText` put between tags. */
export interface FencedText extends TextOrigin {
  readonly text: string;
}

/** A text taken apart: its fenced passages, and the words outside of them. */
export interface FencedReading {
  readonly fenced: readonly FencedText[];
  readonly outside: string;
}

/** An opening tag. The name is a JSON string, so every name that matches can be parsed. */
const opening = new RegExp(
  `^<(${fenceTag}(?:-[0-9]+)?) source="(${textSources.join('|')})"(?: name=("(?:[^"\\\\\\0-\\x1f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"))?>$`,
);

/** Reads the passages that `fenceText` fenced, outermost only. A passage whose closing tag was cut off reaches to the end. */
export function readFences(text: string): FencedReading {
  const passages = readPassages(text);
  const outside = passages.flatMap((passage) => (typeof passage === 'string' ? passage : []));
  return { fenced: passages.filter((passage) => typeof passage !== 'string'), outside: outside.join('\n') };
}

/** The text without the tags around its fenced passages, for people. */
export function dropFences(text: string): string {
  return readPassages(text)
    .map((passage) => (typeof passage === 'string' ? passage : passage.text))
    .join('\n');
}

/** The text of the first fenced passage; the whole text when none is fenced. */
export function unfenceText(text: string): string {
  return readFences(text).fenced[0]?.text ?? text;
}

/** Lines outside of fences, and fenced passages, in their order. */
function readPassages(text: string): readonly (string | FencedText)[] {
  const passages: (string | FencedText)[] = [];
  let from = 0;
  while (from <= text.length) {
    const end = endOfLine(text, from);
    const [, tag, source, name] = text[from] === '<' ? (opening.exec(text.slice(from, end)) ?? []) : [];
    if (tag === undefined) {
      passages.push(text.slice(from, end));
      from = end + 1;
      continue;
    }
    const close = text.indexOf(`\n</${tag}>`, end);
    const contentEnd = close === -1 ? text.length : close;
    passages.push({
      source: source as TextOrigin['source'],
      ...(name !== undefined && { name: String(JSON.parse(name)) }),
      text: text.slice(end + 1, contentEnd),
    });
    from = close === -1 ? text.length + 1 : endOfLine(text, close + 1) + 1;
  }
  return passages;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
