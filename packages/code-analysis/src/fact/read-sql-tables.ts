/** A table in a statement of SQL. */
interface SqlTable {
  readonly name: string;
  readonly isWrite: boolean;
  /** UTF-16 offset in the text. */
  readonly offset: number;
}

/** Comments, names with quotes and schemas, strings, and other characters. Every alternative is linear. */
const words =
  /--[^\n]*|'[^']*'?|(?:[\p{L}_][\p{L}\w$]*|"[^"\n]*"|`[^`\n]*`|\[[^\]\n]*\])(?:\.(?:[\p{L}_][\p{L}\w$]*|"[^"\n]*"|`[^`\n]*`|\[[^\]\n]*\]))*|\S/gu;
const statement = /^\s*(?:--[^\n]*\n\s*)?(select|insert|update|delete|create|with|merge|truncate|alter|drop)\b/iu;
const maxWords = 2_000;

/** Words after which a table follows; `true` for those that change it. */
const before: Readonly<Record<string, boolean>> = { from: false, join: false, into: true, table: true };
const between: ReadonlySet<string> = new Set(['if', 'not', 'exists', 'only', 'lateral', 'ignore', 'low_priority']);
const noTables: ReadonlySet<string> = new Set(['select', 'set', 'values', 'the', 'a', 'an', 'this', 'that', 'unnest']);

/**
 * Reads the tables of a text that is SQL; none of another text. Names of `with` are no tables.
 */
export function readSqlTables(text: string): SqlTable[] {
  const [, first = ''] = statement.exec(text.slice(0, 2_000)) ?? [];
  // Keywords are written in one case; a sentence begins with a capital.
  if (first === '' || (first !== first.toLowerCase() && first !== first.toUpperCase())) return [];
  const found = [...takeWords(text)];
  if (!isStatement(found)) return [];
  const known = commonNames(found);
  return found.flatMap(({ word }, index) => {
    const isUpdate = word === 'update' && isUpdateOf(found, index);
    if (!isUpdate && !Object.hasOwn(before, word)) return [];
    // `extract(year from day)` and `is distinct from` have no table.
    if (word === 'from' && isInsideOfCall(found, index)) return [];
    const place = findTable(found, index);
    if (place === undefined || known.has(place.word)) return [];
    const isDelete = word === 'from' && found[index - 1]?.word === 'delete';
    return [{ name: place.name, isWrite: isDelete || isUpdate || before[word] === true, offset: place.offset }];
  });
}

/** Finds the name of a table after a keyword; a function after `from` or `join` is none. */
function findTable(found: readonly SqlWord[], keyword: number): (SqlWord & { readonly name: string }) | undefined {
  let at = keyword + 1;
  while (between.has(found[at]?.word ?? '')) at += 1;
  const next = found[at];
  const name = next && toName(next.text);
  if (!next || name === undefined || noTables.has(next.word)) return undefined;
  const isCall = found[at + 1]?.word === '(' && ['from', 'join'].includes(found[keyword]?.word ?? '');
  return isCall ? undefined : { ...next, name };
}

interface SqlWord {
  readonly text: string;
  /** In lower case. */
  readonly word: string;
  readonly offset: number;
}

function* takeWords(text: string): Generator<SqlWord> {
  let count = 0;
  for (const { 0: found, index } of text.matchAll(words)) {
    if (found.startsWith('--')) continue;
    yield { text: found, word: found.toLowerCase(), offset: index };
    count += 1;
    if (count >= maxWords) return;
  }
}

/** Returns true if the clauses that the statement needs are there. */
function isStatement(found: readonly SqlWord[]): boolean {
  const all = new Set(found.map(({ word }) => word));
  const [first, second] = found;
  if (first?.word === 'select' || first?.word === 'with') return all.has('from') && hasColumns(found);
  if (first?.word === 'insert' || first?.word === 'merge') return all.has('into');
  if (first?.word === 'update') return all.has('set');
  if (first?.word === 'delete') return second?.word === 'from';
  return all.has('table');
}

/** Columns are separated, so that two words in a row are a sentence and no list. */
function hasColumns(found: readonly SqlWord[]): boolean {
  const from = found.findIndex(({ word }) => word === 'from');
  const columns = found.slice(1, from);
  const isList = columns.some(({ word }) => !/^[\p{L}_]/u.test(word));
  return isList || columns.length === 1 || columns.some(({ word }) => word === 'as' || word === 'distinct');
}

/** `for update` and `on update` change no table. */
function isUpdateOf(found: readonly SqlWord[], index: number): boolean {
  const previous = found[index - 1]?.word;
  return previous !== 'for' && previous !== 'on' && previous !== 'do';
}

const callsWithFrom: ReadonlySet<string> = new Set(['extract', 'substring', 'trim', 'overlay', 'position']);

function isInsideOfCall(found: readonly SqlWord[], from: number): boolean {
  if (found[from - 1]?.word === 'distinct' && found[from - 2]?.word !== 'select') return true;
  for (let at = from - 1; at > 0 && at > from - 20; at -= 1) {
    if (found[at]?.word === ')') return false;
    if (found[at]?.word === '(') return callsWithFrom.has(found[at - 1]?.word ?? '');
  }
  return false;
}

/** The names that `with name as (` gives to parts of the statement. */
function commonNames(found: readonly SqlWord[]): ReadonlySet<string> {
  return new Set(
    found.flatMap(({ word }, index) =>
      found[index + 1]?.word === 'as' && found.slice(index + 2, index + 5).some((next) => next.word === '(')
        ? [word]
        : [],
    ),
  );
}

function toName(text: string): string | undefined {
  const name = text.replace(/["`[\]]/gu, '');
  return /^[\p{L}_][\p{L}\w$.]{0,150}$/u.test(name) ? name : undefined;
}
