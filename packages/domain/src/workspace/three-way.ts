import { toLineBlocks } from '../text/line-blocks.ts';

/** Three states of a text: the common base, the text stored meanwhile, and the text to be stored. */
export interface ThreeTexts {
  readonly base: string;
  readonly theirs: string;
  readonly yours: string;
}

/** Some whole lines of three texts, and the side that changed them. `agreed`: both, in the same way. */
export interface ThreeWayRegion extends ThreeTexts {
  readonly kind: 'same' | 'theirs' | 'yours' | 'agreed' | 'conflict';
}

/**
 * Splits three texts into aligned regions. The joined `base`s of the regions are the base, and likewise for
 * the others.
 */
export function toThreeWayRegions({ base, theirs, yours }: ThreeTexts): readonly ThreeWayRegion[] {
  const theirEdits = toEdits(base, theirs);
  const yourEdits = toEdits(base, yours);
  const regions: ThreeWayRegion[] = [];
  let at = 0;
  for (const { start, end } of joinTouching([...theirEdits, ...yourEdits])) {
    if (at < start) regions.push(toRegion({ base: base.slice(at, start) }));
    regions.push(
      toRegion({
        base: base.slice(start, end),
        theirs: applyWithin(theirEdits, { base, start, end }),
        yours: applyWithin(yourEdits, { base, start, end }),
      }),
    );
    at = end;
  }
  if (at < base.length) regions.push(toRegion({ base: base.slice(at) }));
  return regions;
}

/** Returns the text with the changes of both; `undefined` if they conflict. */
export function mergeThreeWay(texts: ThreeTexts): string | undefined {
  const regions = toThreeWayRegions(texts);
  if (regions.some(({ kind }) => kind === 'conflict')) return undefined;
  return regions.map(({ kind, theirs, yours }) => (kind === 'theirs' ? theirs : yours)).join('');
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Edit extends Range {
  readonly text: string;
}

function toEdits(base: string, changed: string): readonly Edit[] {
  let start = 0;
  return toLineBlocks(base, changed).flatMap(({ before, after, isChanged }) => {
    const edit = { start, end: start + before.length, text: after };
    start = edit.end;
    return isChanged ? [edit] : [];
  });
}

/** Ranges that overlap or touch become one: neighbouring lines are seldom changed for unrelated reasons. */
function joinTouching(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    const last = joined.at(-1);
    if (last && range.start <= last.end) {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else joined.push(range);
  }
  return joined;
}

function applyWithin(edits: readonly Edit[], { base, start, end }: Range & { readonly base: string }): string {
  let at = start;
  let text = '';
  for (const edit of edits.filter((candidate) => candidate.start >= start && candidate.end <= end)) {
    text += base.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + base.slice(at, end);
}

function toRegion({
  base,
  theirs = base,
  yours = base,
}: Partial<ThreeTexts> & { readonly base: string }): ThreeWayRegion {
  return { kind: kindOf({ base, theirs, yours }), base, theirs, yours };
}

function kindOf({ base, theirs, yours }: ThreeTexts): ThreeWayRegion['kind'] {
  if (theirs === yours) return theirs === base ? 'same' : 'agreed';
  if (yours === base) return 'theirs';
  return theirs === base ? 'yours' : 'conflict';
}
