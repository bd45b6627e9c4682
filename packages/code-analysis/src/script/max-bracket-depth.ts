/** Anything that opens or closes a bracket, a text or a comment. */
const marks = /[([{)\]}"'`/]|<!--|-->/gu;
const openers = /[([{]/gu;

/**
 * Returns an upper bound of the depth of brackets in a script, in linear time.
 *
 * Where the text can be read in more than one way, as code or as a regular expression, or as JSX text, openers count and closers
 * do not, so that no reading of the parser is deeper.
 */
export function maxBracketDepth(text: string, { jsx }: { jsx: boolean }): number {
  const scan: Scan = { text, jsx, at: 0, depth: 0, deepest: 0, templates: [] };
  for (;;) {
    marks.lastIndex = scan.at;
    const found = marks.exec(text);
    if (!found) return scan.deepest;
    const [mark] = found;
    scan.at = found.index + mark.length;
    const skip = skips[mark];
    if (skip) skip(scan);
    else if (mark.length > 1) addRest(scan);
    else if ('([{'.includes(mark)) open(scan, 1);
    else close(scan, mark);
  }
}

interface Scan {
  readonly text: string;
  readonly jsx: boolean;
  at: number;
  depth: number;
  deepest: number;
  /** The depths at which the expressions of open templates began. */
  readonly templates: number[];
}

const skips: Readonly<Record<string, (scan: Scan) => void>> = {
  '"': (scan) => skipText(scan, /\\[^]|["\n]/gu, '"'),
  "'": (scan) => skipText(scan, /\\[^]|['\n]/gu, "'"),
  // In JSX a backtick may be text, so everything after it may be inside or outside of a template.
  '`': (scan) => (scan.jsx ? addRest(scan) : skipTemplate(scan)),
  '/': skipSlash,
};

function open(scan: Scan, count: number): void {
  scan.depth += count;
  scan.deepest = Math.max(scan.deepest, scan.depth);
}

function close(scan: Scan, mark: string): void {
  scan.depth = Math.max(0, scan.depth - 1);
  if (mark !== '}' || scan.templates.at(-1) !== scan.depth) return;
  scan.templates.pop();
  skipTemplate(scan);
}

/** Skips a text in quotes, which ends with its line. In JSX, quotes may be text: brackets after them count. */
function skipText(scan: Scan, ends: RegExp, quote: string): void {
  const from = scan.at;
  scan.at = findEnd(scan, ends, [quote, '\n']);
  if (scan.jsx) open(scan, countOpeners(scan.text.slice(from, scan.at)));
}

function skipTemplate(scan: Scan): void {
  scan.at = findEnd(scan, /\\[^]|`|\$\{/gu, ['`', '${']);
  if (!scan.text.startsWith('${', scan.at - 2)) return;
  scan.templates.push(scan.depth);
  open(scan, 1);
}

/** The offset after the first of the marks; the end of the text when there is none. */
function findEnd({ text, at }: Scan, ends: RegExp, marked: readonly string[]): number {
  ends.lastIndex = at;
  for (let found = ends.exec(text); found; found = ends.exec(text)) {
    if (marked.includes(found[0])) return found.index + found[0].length;
  }
  return text.length;
}

function skipSlash(scan: Scan): void {
  const { text, at: from } = scan;
  const next = text[from];
  if (next === '/') scan.at = endOfLine(text, from);
  else if (next === '*') scan.at = findEnd({ ...scan, at: from + 1 }, /\*\//gu, ['*/']);
  else {
    // A division or a regular expression: a second slash on the line decides neither.
    const rest = text.slice(from, endOfLine(text, from));
    if (!rest.includes('/')) return;
    if (rest.includes('`') || rest.includes('/*')) return addRest(scan);
    scan.at = from + rest.length;
    return open(scan, countOpeners(rest));
  }
  if (scan.jsx) open(scan, countOpeners(text.slice(from, scan.at)));
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Counts the openers of the rest of the text and no closers. */
function addRest(scan: Scan): void {
  open(scan, countOpeners(scan.text.slice(scan.at)));
  scan.at = scan.text.length;
}

function countOpeners(text: string): number {
  let count = 0;
  openers.lastIndex = 0;
  while (openers.exec(text)) count += 1;
  return count;
}
