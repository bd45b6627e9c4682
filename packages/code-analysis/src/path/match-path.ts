/**
 * Returns true if a pattern with `*`, `?` and `**` matches a path. Anything else is literal, so braces and classes match themselves. The
 * time is at most the product of the two lengths.
 */
export function matchesPath(pattern: string, path: string): boolean {
  return matchesParts(pattern.split('/'), path.split('/'), {
    matches: matchesName,
    isAny: (part) => part === '**',
  });
}

/** Returns true if a pattern with `*` and `?` matches one segment of a path. */
function matchesName(pattern: string, name: string): boolean {
  return matchesParts(Array.from(pattern), Array.from(name), {
    matches: (one, other) => one === '?' || one === other,
    isAny: (part) => part === '*',
  });
}

/** Matches lists, in which some parts of the pattern stand for any number of parts: only the last such part is tried again. */
function matchesParts(
  pattern: readonly string[],
  parts: readonly string[],
  rules: { readonly matches: (one: string, other: string) => boolean; readonly isAny: (part: string) => boolean },
): boolean {
  let [at, index] = [0, 0];
  let [any, retry] = [-1, 0];
  while (index < parts.length) {
    const part = pattern[at];
    if (part !== undefined && rules.isAny(part)) {
      any = at;
      retry = index;
      at += 1;
    } else if (part !== undefined && rules.matches(part, parts[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (any >= 0) {
      retry += 1;
      index = retry;
      at = any + 1;
    } else return false;
  }
  while (at < pattern.length && rules.isAny(pattern[at] ?? '')) at += 1;
  return at === pattern.length;
}
