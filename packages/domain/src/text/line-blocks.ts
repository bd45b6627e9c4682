import { diffLines } from 'diff';

/** Beyond this many changed lines two texts are not compared line by line: the time grows with the square, to 60 ms. */
const maxChangedLines = 1_000;

/** Some whole lines of two texts: what the one has, and what the other has in their place. */
export interface LineBlock {
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

/**
 * Takes two texts apart into blocks that are alike and blocks that are not, by turns. The `before`s joined are the one text,
 * the `after`s the other. Texts that differ throughout are one block.
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

/** How many lines a text has; what follows the last line ending counts when it is not empty. */
export function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
