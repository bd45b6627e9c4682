import type { CodeFact } from '@shipmate/domain/code-map';
import { type CodeCall, type CodeLiteral, textAt, verbOf } from '../call/code-call.ts';
import { type FactReader, type FactSource, toFact } from './fact-source.ts';
import { readSqlTables } from './read-sql-tables.ts';

/** Calls of query builders and mappers whose argument names a table. */
const calls: Readonly<Record<string, 'table_read' | 'table_write'>> = {
  selectFrom: 'table_read',
  insertInto: 'table_write',
  updateTable: 'table_write',
  deleteFrom: 'table_write',
  replaceInto: 'table_write',
  createTable: 'table_write',
  pgTable: 'table_write',
  mysqlTable: 'table_write',
  sqliteTable: 'table_write',
  knex: 'table_read',
};

/** Reads the tables of SQL in literal strings, and of query builders and mappers. */
export const readTables: FactReader = (source) => [
  ...source.literals.flatMap(sqlFacts),
  ...source.calls.flatMap(callFacts),
  ...assignedNames(source),
];

/** Reads the tables of a text that is SQL. */
export function sqlFacts({ text, line }: CodeLiteral): CodeFact[] {
  return readSqlTables(text).map(({ name, isWrite, offset }) =>
    toFact(isWrite ? 'table_write' : 'table_read', name, line + countLines(text, offset)),
  );
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

const mapperDecorators: ReadonlySet<string> = new Set(['Table', 'Entity']);

function callFacts(call: CodeCall): CodeFact[] {
  const verb = verbOf(call);
  const text = textAt(call, 0) ?? call.named.get('name')?.[0];
  if (text === undefined || !/^[\p{L}\w.]{1,100}(?: as \w{1,100})?$/u.test(text)) return [];
  const name = text.split(' ', 1)[0] ?? text;
  if (call.decorates) return mapperDecorators.has(verb) ? [toFact('table_write', name, call.line)] : [];
  const kind = Object.hasOwn(calls, verb) ? calls[verb] : undefined;
  return kind === undefined ? [] : [toFact(kind, name, call.line)];
}

/** `__tablename__ = "orders"` of SQLAlchemy. */
function assignedNames({ tokens }: FactSource): CodeFact[] {
  return tokens.flatMap(({ text, line }, index) => {
    const value = tokens[index + 2];
    const isName = text === '__tablename__' && tokens[index + 1]?.text === '=' && value?.kind === 'string';
    return isName ? [toFact('table_write', value.text, line)] : [];
  });
}
