import type { CodeStructure, CodeSymbol, Occurrence } from '@shipmate/code-analysis';
import { type CodeLanguage, codeLanguageOf } from '@shipmate/code-analysis/kinds';
import { AppError } from '@shipmate/core/tool';
import type { SearchedFile } from './search-symbol.ts';

/** A declaration to rename and where its name is written. */
interface RenameQuestion {
  readonly filePath: string;
  readonly symbol: CodeSymbol;
  /** The structure of the file that declares it. */
  readonly structure: Pick<CodeStructure, 'symbols' | 'language'>;
  readonly files: readonly SearchedFile[];
  /** The modules from which a script imports the name. */
  readonly modulesOf: (path: string) => readonly string[];
}

/** A place that a rename changes or leaves alone. */
export interface RenamePlace {
  readonly file: SearchedFile;
  readonly place: Occurrence;
}

/** The places of a rename. */
interface RenamePlan {
  readonly changed: readonly RenamePlace[];
  readonly leftAlone: readonly (RenamePlace & { readonly reason: string })[];
}

/** Languages in which the members of a class are used without naming the object. */
const implicitThis: ReadonlySet<CodeLanguage> = new Set(['java', 'csharp', 'cpp', 'ruby']);

/**
 * Decides which places belong to a declaration. It must be the only one of its name in its language, so that no place can mean another
 * declaration of the repository; places that may mean something outside of the repository are left alone.
 *
 * @throws AppError `CONFLICT` when there are other declarations, local variables and parameters included, and when the declaration is within
 * `declare global` or `declare module 'x'`.
 */
export function planRename(question: RenameQuestion): RenamePlan {
  const { structure, files } = question;
  requireOwnModule(question);
  requireOnlyDefinition(question);
  const changed: RenamePlace[] = [];
  const leftAlone: (RenamePlace & { readonly reason: string })[] = [];
  for (const file of files) {
    const isSame = groupOf(codeLanguageOf(file.source.path)) === groupOf(structure.language);
    const fileReason = isSame && file.mode === 'parsed' ? reasonOfFile(file, question) : 'is in another language';
    const bindsModule = structure.language === 'python' && file.places.some((each) => isImportedModule(each, file));
    for (const place of file.places) {
      const reason = fileReason ?? reasonOf(place, { ...file, bindsModule }, question);
      if (reason === undefined) changed.push({ file, place });
      else leftAlone.push({ file, place, reason });
    }
  }
  return { changed, leftAlone };
}

/** Such declarations describe code elsewhere, and files use them without an import of this file. */
function requireOwnModule({ structure: { language, symbols }, symbol }: RenameQuestion): void {
  const { name, container = '' } = symbol;
  const isOutside = symbols.some(
    (each) =>
      each.kind === 'module' &&
      `${container}.`.startsWith(`${each.name}.`) &&
      (each.name === 'global' || each.nameRange.end - each.nameRange.start > each.name.length),
  );
  if (groupOf(language) !== 'typescript' || !isOutside) return;
  throw new AppError({
    code: 'CONFLICT',
    message: `"${name}" is declared for other modules in "${container}", so the places that use it are not certain. Rename it file by file with text edits.`,
    details: { field: 'symbol' },
  });
}

function requireOnlyDefinition({ files, filePath, symbol, structure }: RenameQuestion): void {
  // Overloads are declarations of one function.
  const own = new Set(
    structure.symbols
      .filter(({ name, container }) => name === symbol.name && container === symbol.container)
      .map(({ nameRange }) => nameRange.start),
  );
  const others = files
    .filter(({ source }) => groupOf(codeLanguageOf(source.path)) === groupOf(structure.language))
    .flatMap(({ source, places }) =>
      places
        .filter(({ kind, start }) => kind === 'definition' && !(source.path === filePath && own.has(start)))
        .map(({ line }) => `${source.path}:${line}`),
    );
  if (others.length === 0) return;
  throw new AppError({
    code: 'CONFLICT',
    message:
      `"${symbol.name}" is also declared at ${others.slice(0, 10).join(', ')}${others.length > 10 ? ` and ${others.length - 10} other places` : ''}, ` +
      'so the places that mean this declaration are not certain. Rename it file by file with text edits.',
    details: { field: 'symbol' },
  });
}

/** TypeScript and JavaScript import each other. */
function groupOf(language: CodeLanguage | undefined): string | undefined {
  return language === 'javascript' ? 'typescript' : language;
}

/** The reason to leave all places of a file alone. */
function reasonOfFile(
  { source }: SearchedFile,
  { filePath, structure, symbol, modulesOf }: RenameQuestion,
): string | undefined {
  if (groupOf(structure.language) !== 'typescript' || source.path === filePath || isMember(symbol)) return undefined;
  const modules = modulesOf(source.path);
  const foreign = modules.find((module) => !module.startsWith('.'));
  if (foreign !== undefined) return `is imported from "${foreign}"`;
  return modules.length === 0 ? 'is not imported here' : undefined;
}

/** A file, and whether one of its places binds a module of Python. */
type PlannedFile = SearchedFile & { readonly bindsModule: boolean };

function reasonOf(place: Occurrence, file: PlannedFile, question: RenameQuestion): string | undefined {
  const { source } = file;
  const { symbol, structure, filePath } = question;
  if (place.kind === 'definition') return undefined;
  if (namesModule(place, file, question)) return 'names a module, package or attribute';
  const keyReason = reasonOfKey(place, file, question);
  if (keyReason !== undefined) return keyReason;
  const hasArrow = withArrow.has(structure.language) && place.kind !== 'type';
  const object = objectBefore(source.text, place.start, hasArrow);
  if (isMember(symbol)) return reasonOfMember(object, source.path, question);
  // The key of an object, or a method of it.
  const isKey = place.kind === 'member' && object === undefined && groupOf(structure.language) === 'typescript';
  if (isKey) return 'is a member of another object';
  if (object === undefined || (object !== '' && modulesNamed(filePath, symbol).has(object))) return undefined;
  return 'is a member of another object';
}

/** The reason to leave the name of an argument or a field alone, and an argument of a shell. */
function reasonOfKey(
  { kind, isKey = false, end }: Occurrence,
  { source }: SearchedFile,
  { symbol, structure: { language } }: RenameQuestion,
): string | undefined {
  if (language === 'bash') return kind === 'call' ? undefined : 'is an argument or a variable';
  // Of C#, such as `new Shop { Total = 1 }`: it sets a member of an object.
  const isInitializer = language === 'csharp' && /^\s*=/u.test(source.text.slice(end, end + 50));
  return isKey && !(isInitializer && isMember(symbol)) ? 'names an argument or a field of another object' : undefined;
}

/** The reason to leave a place alone that is not a member of an object with the declaration. */
function reasonOfMember(object: string | undefined, path: string, question: RenameQuestion): string | undefined {
  const { symbol, structure, filePath } = question;
  const isScript = groupOf(structure.language) === 'typescript';
  if (isScript && object !== symbol.container && languageObjects.has(object ?? '')) {
    return 'is a member of another object';
  }
  const isUsable = object !== undefined || (implicitThis.has(structure.language) && path === filePath);
  return isUsable ? undefined : 'is a name of its own, not a member';
}

/** Checks whether a place names a module or package that is called like the declaration, a part of its path, or an attribute of Rust. */
function namesModule(place: Occurrence, file: PlannedFile, { symbol, structure }: RenameQuestion): boolean {
  const { language } = structure;
  if (groupOf(language) === 'typescript') return false;
  const { text } = file.source;
  const before = lineBefore(text, place.start);
  const [mark] = /^\s*(?:\.(?!\.)|::(?!<)|\\)/u.exec(text.slice(place.end, place.end + 50)) ?? [''];
  const isPart = mark.endsWith('.');
  if (language === 'python') {
    const isOwn = isPart && objectBefore(text, place.start, false) === undefined;
    return modulePath.test(before) || (isOwn && file.bindsModule);
  }
  if (/\b(?:package|namespace)\s+[\w.\\:]*$/u.test(before) || mark.endsWith('\\')) return true;
  if (language === 'rust' && /#!?\[[\w:]*$/u.test(before)) return true;
  if (symbol.kind === 'variable') return isPart && /^(?:import|type)$/u.test(place.kind);
  return /^(?:function|method)$/u.test(symbol.kind) && (isPart ? withoutObjects.has(language) : mark !== '');
}

/** The beginning of a line of Python whose next word is a part of the path of a module. */
const modulePath = /(?:^|;)\s*(?:from\s+[\w.]*|import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*[\w.]*)$/u;

/** Checks for the name of a module that an import of Python binds. */
function isImportedModule({ kind, start, end }: Occurrence, { source: { text } }: SearchedFile): boolean {
  if (kind !== 'import') return false;
  const before = lineBefore(text, start);
  const isBound = /\bimport\s(?:.*,)?\s*$/u.test(before) && !/^\s+as\b/u.test(text.slice(end, end + 50));
  return isBound && modulePath.test(before);
}

/** Languages in which functions and methods have no members. */
const withoutObjects: ReadonlySet<CodeLanguage> = new Set(['java', 'csharp', 'go', 'cpp', 'rust']);

/** The text of the line in front of a place; of a long line, its end. */
function lineBefore(text: string, start: number): string {
  const part = text.slice(Math.max(0, start - 300), start);
  return part.slice(part.lastIndexOf('\n') + 1);
}

function isMember({ kind, container }: CodeSymbol): boolean {
  return kind === 'method' || (kind === 'variable' && container !== undefined);
}

/** The objects of TypeScript and JavaScript whose functions programs call. */
const languageObjects: ReadonlySet<string> = new Set(
  'Array BigInt Date Intl JSON Math Number Object Promise Reflect String Symbol console'.split(' '),
);

/** Languages in which an arrow may be before a member; other arrows are before return types. */
const withArrow: ReadonlySet<CodeLanguage> = new Set(['cpp', 'php']);

/** The word before the dot in front of a place; empty when it is no word, `undefined` when there is no dot. */
function objectBefore(text: string, start: number, hasArrow: boolean): string | undefined {
  const before = text.slice(Math.max(0, start - 200), start);
  const [, object, mark] = /([\p{L}\p{N}_$]*)\s*(\?\.|\?->|(?<!\.)\.|->|::)\s*$/u.exec(before) ?? [];
  const isPlain = mark === '::' ? /^(?:\$?crate|self|super)$/u.test(object ?? '') : mark === '->' && !hasArrow;
  return isPlain ? undefined : object;
}

/** The names under which other files reach the declarations of a file: its own name, its folder's, and the containers. */
function modulesNamed(filePath: string, { container }: CodeSymbol): Set<string> {
  const [file = '', folder = ''] = filePath.split('/').toReversed();
  return new Set([file.replace(/\.[^.]*$/u, ''), folder, ...(container?.split('.') ?? [])]);
}
