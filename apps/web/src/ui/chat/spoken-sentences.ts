/** The sentences of a growing text that are complete and were not read before. */
interface Reading {
  /** Plain text; empty while no further sentence is complete. */
  readonly spoken: string;
  /** The position up to which the text is read. */
  readonly to: number;
}

const sentenceEnd = /[.!?:](?=\s)|\n/g;

/** Reads the complete sentences of a Markdown text after a position; all of the rest when the text is complete. */
export function readSentences(
  text: string,
  { from, isComplete }: { readonly from: number; readonly isComplete: boolean },
): Reading {
  const rest = text.slice(from);
  const length = isComplete ? rest.length : ([...rest.matchAll(sentenceEnd)].at(-1)?.index ?? -1) + 1;
  return { spoken: toPlainText(rest.slice(0, length)), to: from + length };
}

/** Leaves out the marks of Markdown: fences, headings, lists, tables, emphasis, and the targets of links. */
function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/^\s*(?:```\w*|#{1,6}|[-*+]|\||>|-{3,})\s*/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
