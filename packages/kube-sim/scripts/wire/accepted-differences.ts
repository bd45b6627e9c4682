import type { Difference } from './compare-values.ts';

/** A difference that stays, and why. */
interface AcceptedDifference {
  readonly reason: string;
  /** Names of records, or patterns of names. */
  readonly records: readonly (string | RegExp)[];
  /** A pattern of the places; every place by default. */
  readonly places?: RegExp;
}

const accepted: readonly AcceptedDifference[] = [];

/** Sorts what was found into unlisted differences, listed ones that are gone, and numbers of records by reason. */
export function findUnlisted(found: ReadonlyMap<string, readonly Difference[]>) {
  const unlisted = new Map<string, readonly Difference[]>();
  const used = new Set<string>();
  const byReason = new Map<string, number>();
  for (const [name, differences] of found) {
    const left = differences.filter(({ place }) => {
      const entries = accepted.filter((entry) => covers(entry, name, place));
      for (const { reason } of entries) used.add(`${reason}\n${name}`);
      return entries.length === 0;
    });
    if (left.length > 0) unlisted.set(name, left);
  }
  const gone = accepted.flatMap(({ reason, records }) =>
    records
      .filter(
        (record) => ![...used].some((each) => isNamed(record, each.split('\n')[1] ?? '') && each.startsWith(reason)),
      )
      .map((record) => `${String(record)}: ${reason}`),
  );
  for (const each of used) {
    const [reason = ''] = each.split('\n');
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  }
  return { unlisted, gone, byReason };
}

function covers({ records, places }: AcceptedDifference, name: string, place: string): boolean {
  return records.some((record) => isNamed(record, name)) && (places === undefined || places.test(place));
}

function isNamed(record: string | RegExp, name: string): boolean {
  return typeof record === 'string' ? record === name : record.test(name);
}
