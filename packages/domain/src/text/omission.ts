/** Longer lines are not read: a placeholder for omitted lines is short. */
const maxLength = 80;

/** A line that is only a comment, in any of the usual languages; its words are captured. */
const commentLine = /^(?:#|\/\/|--|;|%|\/?\*+|<!--|\{\{-?\s*\/\*|\{#)[ \t]?(.*?)\s*(?:\*\/\s*-?\}\}|\*\/|-->|#\})?$/;

const ellipsisAlone = /^(?:\.{3,}|…)$/;
const ellipsisFirst =
  /^[([]?(?:\.{3,}|…)\s*\(?(?:the\s+)?(?:rest|remainder|remaining|existing|unchanged|previous|other|same|more|omitted)\b/i;
const ellipsisLast = /^[([]?(?:the\s+)?(?:rest|remainder|remaining|unchanged|other)\b.*(?:\.{3,}|…)[)\]]?$/i;
const restUnchanged = /^[([]?(?:the\s+)?(?:rest|remainder)\b.*\b(?:unchanged|omitted|as before|the same)[)\].]*$/i;

/**
 * Returns the first line of a new text that is a placeholder for omitted lines, for example `# ... rest
 * unchanged`, unless the old text has it.
 */
export function findOmission(newText: string, oldText: string): string | undefined {
  const omissions = toTrimmedLines(newText).filter(isOmission);
  if (omissions.length === 0) return undefined;
  const present = new Set(toTrimmedLines(oldText));
  return omissions.find((line) => !present.has(line));
}

function toTrimmedLines(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

function isOmission(line: string): boolean {
  if (line.length > maxLength) return false;
  const words = commentLine.exec(line)?.[1];
  if (words !== undefined) {
    return [ellipsisAlone, ellipsisFirst, ellipsisLast, restUnchanged].some((pattern) => pattern.test(words));
  }
  return line.startsWith('(') ? ellipsisLast.test(line) : /^(?:\.{3,}|…)\s/.test(line) && ellipsisFirst.test(line);
}
