import { diffLines } from 'diff';

/** Limit of changed lines for a comparison line by line: the time is quadratic, up to 60 ms. */
const maxChangedLines = 1_000;

/** A block of whole lines in one text, and the lines that the other text has in its place. */
interface LineBlock {
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

/**
 * Splits two texts into alternating blocks that are equal and blocks that differ. The joined `before`s are
 * the one text, the joined `after`s the other. Texts that differ throughout are one block.
 */
export function toLineBlocks(before: string, after: string): readonly LineBlock[] {
  const changes = diffLines(before, after, { maxEditLength: maxChangedLines });
  if (!changes) return [{ before, after, isChanged: true }];
  const blocks: LineBlock[] = [];
  for (const { value, added, removed } of changes) {
    const isChanged = added || removed;
    const block = { before: added ? '' : value, after: removed ? '' : value, isChanged };
    const last = blocks.at(-1);
    if (last?.isChanged && isChanged) {
      blocks[blocks.length - 1] = { before: last.before + block.before, after: last.after + block.after, isChanged };
    } else blocks.push(block);
  }
  return blocks;
}

/** Counts the lines of a text; a last line without an ending counts if it is not empty. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
