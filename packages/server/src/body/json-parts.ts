/** Length up to which a value or a group of neighbours is written at once, in characters. */
const partLength = 32_768;

/**
 * Writes plain data as `JSON.stringify` does, in parts of bounded length, so that a long value need not be written in one turn of the
 * event loop.
 */
export function* toJsonParts(value: unknown, indent = 0): Generator<string> {
  yield* writeValue(value, { indent, newline: indent === 0 ? '' : '\n' });
}

/** The form of a value: the indentation of one level, and the line break before its end. */
interface Form {
  readonly indent: number;
  readonly newline: string;
}

type Entry = readonly [key: string, value: unknown];

function* writeValue(value: unknown, form: Form): Generator<string> {
  if (!isLong(value)) yield toText(value, form);
  else if (typeof value === 'string') yield* writeString(value);
  else if (Array.isArray(value))
    yield* writeEntries(
      Array.from(value, (entry): Entry => ['', entry]),
      form,
      '[]',
    );
  else yield* writeEntries(Object.entries(value as object), form, '{}');
}

function toText(value: unknown, { indent, newline }: Form): string {
  const text = JSON.stringify(value, null, indent) ?? 'null';
  return indent === 0 ? text : text.replaceAll('\n', newline);
}

function* writeEntries(entries: readonly Entry[], form: Form, brackets: '[]' | '{}'): Generator<string> {
  const isList = brackets === '[]';
  const inner = { ...form, newline: form.newline + ' '.repeat(form.indent) };
  const colon = form.indent === 0 ? ':' : ': ';
  let before = brackets.slice(0, 1);
  for (const group of inGroups(entries)) {
    const [[key, value] = ['', undefined]] = group;
    if (isLong(value)) {
      yield before + inner.newline + (isList ? '' : JSON.stringify(key) + colon);
      yield* writeValue(value, inner);
    } else {
      const text = toText(isList ? group.map(([, entry]) => entry) : Object.fromEntries(group), form);
      const withoutBrackets = text.slice(1, -1 - form.newline.length);
      // Functions have no text.
      if (withoutBrackets === '') continue;
      yield before + withoutBrackets;
    }
    before = ',';
  }
  yield before === ',' ? form.newline + brackets.slice(1) : brackets;
}

/** Groups neighbours up to the length of a part; a long entry is a group of its own. */
function* inGroups(entries: readonly Entry[]): Generator<readonly Entry[]> {
  let group: Entry[] = [];
  let rest = partLength;
  for (const entry of entries) {
    rest = restAfter(entry[1], rest - entry[0].length - 4);
    if (rest < 0 && group.length > 0) {
      yield group;
      group = [];
      rest = restAfter(entry[1], partLength);
    }
    group.push(entry);
    if (rest >= 0) continue;
    yield group;
    group = [];
    rest = partLength;
  }
  if (group.length > 0) yield group;
}

/** A slice never ends between the two halves of a character, which JSON would write as two escapes. */
function* writeString(text: string): Generator<string> {
  let before = '"';
  for (let start = 0; start < text.length; ) {
    const last = text.charCodeAt(start + partLength - 1);
    const end = start + partLength - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    yield before + JSON.stringify(text.slice(start, end)).slice(1, -1);
    before = '';
    start = end;
  }
  yield '"';
}

function isLong(value: unknown): boolean {
  return restAfter(value, partLength) < 0;
}

/** Subtracts the approximate length of a value; stops below 0, so that it takes little time for any value. */
function restAfter(value: unknown, length: number): number {
  if (typeof value === 'string') return length - value.length - 3;
  if (typeof value !== 'object' || value === null) return length - 8;
  let rest = length - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && rest >= 0; index += 1) rest = restAfter(value[index], rest - 4);
    return rest;
  }
  for (const key in value) {
    if (rest < 0) return rest;
    rest = restAfter((value as Record<string, unknown>)[key], rest - key.length - 4);
  }
  return rest;
}
