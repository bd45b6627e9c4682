interface FieldRange {
  readonly least: number;
  readonly most: number;
  readonly words?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const ranges: readonly FieldRange[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, words: months },
  { least: 0, most: 6, words: days },
];

/** Checks the five fields of a schedule, in the words of the parser that Kubernetes uses. @throws Error for the first that is wrong */
export function checkCronFields(fields: readonly string[]): void {
  for (const [index, range] of ranges.entries())
    for (const part of (fields[index] ?? '').split(',')) checkRange(part, range);
}

function checkRange(text: string, range: FieldRange): void {
  const { start, end, step } = parseRange(text, range);
  if (start < range.least) throw new Error(`beginning of range (${start}) below minimum (${range.least}): ${text}`);
  if (end > range.most) throw new Error(`end of range (${end}) above maximum (${range.most}): ${text}`);
  if (start > end) throw new Error(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (step === 0) throw new Error(`step of range should be a positive number: ${text}`);
}

function parseRange(text: string, range: FieldRange) {
  const [span = '', step, ...steps] = text.split('/');
  const [first = '', last, ...others] = span.split('-');
  if (others.length > 0) throw new Error(`too many hyphens: ${text}`);
  if (steps.length > 0) throw new Error(`too many slashes: ${text}`);
  const isAny = first === '*' || first === '?';
  const start = isAny ? range.least : parseNumber(first, range);
  const single = isAny || step !== undefined ? range.most : start;
  const end = isAny || last === undefined ? single : parseNumber(last, range);
  return { start, end, step: step === undefined ? 1 : parseNumber(step, { least: 0, most: 0 }) };
}

function parseNumber(text: string, { least, words = [] }: FieldRange): number {
  const word = words.indexOf(text.toLowerCase());
  if (word >= 0) return word + least;
  if (!/^[-+]?\d+$/.test(text))
    throw new Error(`failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`);
  if (text.startsWith('-')) throw new Error(`negative number (${Number(text)}) not allowed: ${text}`);
  return Number(text);
}
