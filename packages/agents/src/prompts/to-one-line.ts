const markdownBefore = /^[*_#\s]+/;
const markdownAfter = /[*_\s]+$/;
const quoted = /["“”«»]|(?:^|\s)['‘]/;
const before = /^(?:["'“”‘’`*_«»#\s]|title:\s)+/i;
const after = /["'“”‘’`*_«»\s]+$/;

/**
 * Converts a model's text to one line: removes surrounding Markdown and quotes, joins white space, and truncates at a
 * word boundary.
 */
export function toOneLine(text: string, maxLength: number): string {
  const plain = text.replace(/\*\*|__|`/g, '').replace(/\s+/g, ' ');
  const inner = plain.replace(before, '').replace(after, '');
  // A quote at an end of the text can belong to one inside of it.
  const line = quoted.test(inner) ? plain.replace(markdownBefore, '').replace(markdownAfter, '') : inner;
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
