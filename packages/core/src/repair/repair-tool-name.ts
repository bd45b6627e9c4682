/** True if a model that wrote one name can mean the other. */
type Likeness = (written: string, name: string) => boolean;

/** In order of certainty; the first that matches any name decides. */
const likenesses: readonly Likeness[] = [hasSameLetters, differsInPrefix, differsInGet, isMisspelt];

/**
 * Finds the available tool that a model means by a name that does not exist; `undefined` unless there is exactly one. Names may
 * differ in case and separators, a namespace (`functions.`, `mcp__server__`), a `get_`, or a letter or two of longer words.
 */
export function repairToolName(name: string, available: readonly string[]): string | undefined {
  if (available.includes(name)) return name;
  if (name.length > longestName) return undefined;
  for (const isLike of likenesses) {
    const [found, ...others] = new Set(available.filter((candidate) => isLike(name, candidate)));
    if (found !== undefined) return others.length === 0 ? found : undefined;
  }
  return undefined;
}

/** A longer text is not a name with namespaces. */
const longestName = 200;

/** Namespaces that a model puts before any tool. */
const genericNamespaces: ReadonlySet<string> = new Set([
  'api',
  'defaultapi',
  'function',
  'functions',
  'multitooluse',
  'tool',
  'tools',
]);

function hasSameLetters(written: string, name: string): boolean {
  return lettersOf(written) !== '' && lettersOf(written) === lettersOf(name);
}

function differsInPrefix(written: string, name: string): boolean {
  return endsAlike(pathOf(written), pathOf(name));
}

function differsInGet(written: string, name: string): boolean {
  const [left, right] = [pathOf(written), pathOf(name)];
  return endsAlike(withGet(left), right) || endsAlike(left, withGet(right));
}

/**
 * Compares word by word; each word must begin with the right letter, because `uninstall` is not a misspelt `install`. Short words
 * may differ in a plural only, because `list` and `lint` differ by one letter.
 */
function isMisspelt(written: string, name: string): boolean {
  const [left, right] = [wordsOf(written), wordsOf(name)];
  if (left.length === 0 || left.length !== right.length) return false;
  const distances = left.map((word, index) => slipsBetween(word, right[index] ?? ''));
  return distances.reduce((sum, distance) => sum + distance, 0) <= 2;
}

function slipsBetween(left: string, right: string): number {
  if (left === right) return 0;
  if (`${left}s` === right || left === `${right}s`) return 1;
  const distance = editDistance(left, right);
  const shorter = Math.min(left.length, right.length);
  const allowed = shorter >= 9 ? 2 : Number(shorter >= 5);
  return left[0] === right[0] && distance <= allowed ? distance : Infinity;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

/** The significant namespaces and the name, without the index that some models append. */
function pathOf(name: string): readonly string[] {
  const path = name.split(/[.:/]|__/).map(lettersOf);
  const end = path.findLastIndex((segment) => !/^\d*$/.test(segment)) + 1;
  const start = path.findIndex((segment) => !genericNamespaces.has(segment));
  return start === -1 ? path.slice(-1) : path.slice(start, end);
}

function withGet(path: readonly string[]): readonly string[] {
  return path.map((segment, index) => (index === path.length - 1 ? `get${segment}` : segment));
}

function endsAlike(left: readonly string[], right: readonly string[]): boolean {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  return (
    shorter.length > 0 && shorter.every((segment, index) => segment === longer[longer.length - shorter.length + index])
  );
}

function wordsOf(name: string): readonly string[] {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^\p{L}\d]+/u).filter((word) => word !== '');
}

/** Number of letters to add, remove or replace to turn one word into the other. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let index = 0; index < left.length; index += 1) {
    const next = [index + 1];
    for (let column = 0; column < right.length; column += 1) {
      const replaced = (row[column] ?? 0) + Number(left[index] !== right[column]);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
