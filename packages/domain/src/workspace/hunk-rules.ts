import { AppError } from '@shipmate/core';
import { countLines, toLineBlocks } from '../text/line-blocks.ts';
import { fingerprint } from './file-version.ts';
import { toPending } from './pending-rules.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** Neighbouring lines that a pending change replaces, adds or removes. Lines count from 1. */
export interface Hunk {
  /** Identifies exactly these two texts; an edit of either changes it. */
  readonly id: string;
  /** The first replaced line; if `oldLines` is 0, the line before which others are added. */
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** The hunks that are decided along with this one: they begin or end the same template block. */
  readonly partners: readonly string[];
}

/** The hunks of a file that are accepted or rejected, with their partners; the others stay pending. */
export interface HunkDecision {
  readonly accept: readonly string[];
  readonly reject: readonly string[];
}

/**
 * Lists the hunks of a file's pending change, from top to bottom. A creation and a deletion have none: they
 * are decided whole.
 */
export function listHunks(file: WorkspaceFile): readonly Hunk[] {
  return toDecidableBlocks(file).flatMap(({ hunk }) => hunk ?? []);
}

/**
 * Applies a decision on some hunks of a file: accepted hunks become content, rejected ones are no longer
 * pending.
 *
 * @throws AppError `CONFLICT` for a hunk that the file does not have (any more), `VALIDATION_ERROR` for one
 * that is both accepted and rejected.
 */
export function decideHunks(file: WorkspaceFile, { accept, reject }: HunkDecision): WorkspaceFile {
  const blocks = toDecidableBlocks(file);
  const ids = new Set(blocks.map(({ hunk }) => hunk?.id));
  const unknown = [...accept, ...reject].filter((id) => !ids.has(id));
  if (unknown.length > 0) {
    throw new AppError({
      code: 'CONFLICT',
      message: `The pending change of ${file.path} is not the one you decided on. Reload and decide again.`,
      details: { path: file.path, hunks: unknown },
    });
  }
  const accepted = withPartners(accept, blocks);
  const rejected = withPartners(reject, blocks);
  if ([...accepted].some((id) => rejected.has(id))) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'A hunk cannot be both accepted and rejected.' });
  }
  const content = blocks.map(({ before, after, hunk }) => (accepted.has(hunk?.id) ? after : before)).join('');
  const pending = blocks.map(({ before, after, hunk }) => (rejected.has(hunk?.id) ? before : after)).join('');
  const decided = { ...file, content };
  return { ...decided, pending: toPending(decided, pending) };
}

function withPartners(ids: readonly string[], blocks: readonly DecidableBlock[]): ReadonlySet<string | undefined> {
  const chosen = new Set(ids);
  return new Set(blocks.flatMap(({ hunk }) => (hunk && chosen.has(hunk.id) ? [hunk.id, ...hunk.partners] : [])));
}

interface DecidableBlock {
  readonly before: string;
  readonly after: string;
  /** Absent for unchanged lines. */
  readonly hunk?: Hunk;
}

function toDecidableBlocks({ content, pending }: WorkspaceFile): readonly DecidableBlock[] {
  const pendingContent = pending?.op === 'modify' || pending?.op === 'rename' ? pending.content : undefined;
  if (pendingContent === undefined) return [{ before: content, after: content }];
  const texts = fingerprint([content, pendingContent]);
  const blocks = toLineBlocks(content, pendingContent);
  const paired = findPairedBlocks(blocks);
  const toId = (index: number) => `${texts}-${index}`;
  let oldStart = 1;
  let newStart = 1;
  return blocks.map(({ before, after, isChanged }, index) => {
    const oldLines = countLines(before);
    const newLines = countLines(after);
    const partners = [...(paired[index] ?? [])].map(toId);
    const hunk = { id: toId(index), oldStart, oldLines, newStart, newLines, partners };
    oldStart += oldLines;
    newStart += newLines;
    return { before, after, ...(isChanged ? { hunk } : {}) };
  });
}

/** A text before and after a change. */
interface Change {
  readonly before: string;
  readonly after: string;
}

const blockAction = /\{\{-?\s*(if|range|with|define|block|end)\b/g;

/**
 * Finds changes that belong together because one of them opens a template block that another one closes, or
 * removes the opening of a block whose end the other removes. Each change maps to the indexes of the others.
 */
export function findPairedBlocks(changes: readonly Change[]): readonly ReadonlySet<number>[] {
  const groups = changes.map((_, place) => new Set([place]));
  const unpaired: { readonly place: number; readonly sign: number }[] = [];
  for (const [place, { before, after }] of changes.entries()) {
    const gain = countOpen(after) - countOpen(before);
    for (let left = Math.abs(gain); left > 0; left -= 1) {
      const last = unpaired.at(-1);
      if (!last || last.sign === Math.sign(gain)) unpaired.push({ place, sign: Math.sign(gain) });
      else join(groups, [unpaired.pop()?.place ?? place, place]);
    }
  }
  return groups.map((group, place) => new Set([...group].filter((other) => other !== place)));
}

/** Returns the number of opened minus closed blocks. */
function countOpen(text: string): number {
  return [...text.matchAll(blockAction)].reduce((open, [, word]) => open + (word === 'end' ? -1 : 1), 0);
}

function join(groups: Set<number>[], places: readonly number[]): void {
  const joined = new Set(places.flatMap((place) => [...(groups[place] ?? [])]));
  for (const place of joined) groups[place] = joined;
}
