import type { TextRange } from './code-structure.ts';

const maxLength = 200;

/** Marks at the beginning of a comment's line, and the tag that begins documentation of C#. */
const opening = /^\s*(?:\/\*+!?|\*+\/?|\/\/[/!]?|#+!?|[ru]?(?:"""|'''))?\s*(?:<summary>)?\s*/iu;
const closing = /\s*(?:\*+\/|"""|'''|<\/summary>)\s*$/u;
const quoted = /^[ru]?(["'])(?!["'])([^]*)\1$/iu;

/** Returns the first line with text of a documentation comment or string, without its marks. */
export function toDocLine(comment: string): string | undefined {
  const text = quoted.exec(comment)?.[2] ?? comment;
  for (const line of text.slice(0, 2_000).split('\n', 20)) {
    const shown = line.replace(opening, '').replace(closing, '').trim();
    if (shown !== '') return shown.slice(0, maxLength);
  }
  return undefined;
}

/**
 * Finds the documentation of declarations: the comment right before one. Declarations are asked for in the order of
 * the text.
 */
export function createDocFinder(
  text: string,
  lazyComments: readonly TextRange[],
): (start: number) => string | undefined {
  // Each access of the parser's list creates the comment again.
  const comments = Array.from(lazyComments, ({ start, end }) => ({ start, end }));
  let next = 0;
  return (start) => {
    while (next < comments.length && (comments[next]?.end ?? 0) <= start) next += 1;
    let first = next;
    let until = start;
    // Line comments in a row are one comment.
    while (first > 0) {
      const { start: from = 0, end = 0 } = comments[first - 1] ?? {};
      if (!isGap(text, end, until)) break;
      until = from;
      first -= 1;
      if (next - first >= maxCommentLines) break;
    }
    const { start: from, end } = comments[first] ?? {};
    return first < next && from !== undefined && end !== undefined ? toDocLine(text.slice(from, end)) : undefined;
  };
}

const maxCommentLines = 50;

/** Returns true if only white space without an empty line is between two offsets. */
function isGap(text: string, from: number, to: number): boolean {
  return to - from <= 200 && /^[^\S\n]*\n?[^\S\n]*$/u.test(text.slice(from, to));
}
