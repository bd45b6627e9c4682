import { AppError, type ToolContext } from '@shipmate/core/tool';
import { z } from 'zod';
import { defineCheckoutTool } from '../checkout/define-checkout-tool.ts';
import { codePathSchema } from './code-path-schema.ts';
import type { CodePorts } from './code-ports.ts';
import { applyEdits, type EditedSource, writeEdits } from './edit-source.ts';
import { readSource } from './read-source.ts';
import { planRename, type RenamePlace } from './rename-plan.ts';
import { type SearchedFile, searchSymbol, type SymbolSearch } from './search-symbol.ts';
import { describeSymbolEdit, symbolEditSchema } from './symbol-edit-result.ts';
import { symbolNameSchema } from './symbol-name-schema.ts';
import { findSymbol, symbolTargetShape } from './symbol-target.ts';

const maxLeftAlone = 200;
/** Characters of the files of a rename, which are held until all of them are checked. */
const maxRenamedLength = 32_000_000;

export const renameSymbol = defineCheckoutTool({
  name: 'renameSymbol',
  description:
    'Renames a declaration and the places that use it, in all files of its language in the repository. It works only when no other declaration ' +
    'has the name (variables and parameters included), and the new name is free in every changed file; otherwise it says where the others ' +
    'are and changes nothing. Names are compared, types are not: look at leftAlone, which lists the places it did not change and why. Comments ' +
    'and strings are never changed. Run the tests or a type check afterwards.',
  effect: 'write',
  input: () =>
    z.object({
      filePath: codePathSchema().describe('Path of the file that declares the symbol.'),
      ...symbolTargetShape(),
      newName: symbolNameSchema().describe('The new name, without its container.'),
    }),
  output: symbolEditSchema,
  async execute({ filePath, symbol: named, line, newName }, context: ToolContext<CodePorts>) {
    const checkout = await context.ports.checkouts.open(context);
    const { files } = checkout;
    const { text } = await readSource(files, filePath, context.signal);
    const structure = await context.ports.compute.run('analyzeCode', [{ path: filePath, text }], context);
    const symbol = findSymbol(structure, { filePath, symbol: named, line });
    requireNames(symbol.name, newName);

    const searched: SearchedFile[] = [];
    let length = 0;
    const onFile = (file: SearchedFile): void => {
      length += file.source.text.length;
      requireRoom(length);
      searched.push(file);
    };
    const found = await searchSymbol(checkout, { symbol: symbol.name, onFile }, context);
    requireComplete(found);
    const modules = await readModules(searched, symbol.name, context);
    const modulesOf = (path: string): readonly string[] => modules.get(path) ?? [];
    const plan = planRename({ filePath, symbol, structure, files: searched, modulesOf });
    const byFile = Map.groupBy(plan.changed, ({ file }) => file.source);
    const edited = [...byFile].map(([source, places]): EditedSource => {
      const edits = places.map(({ place }) => ({
        start: place.start,
        end: place.end,
        text: toNewText(place, symbol.name, newName),
      }));
      return applyEdits(source, edits);
    });
    await requireFree(edited, newName, context);
    await writeEdits(edited, { files, context });
    return {
      symbol: named,
      changedPlaces: plan.changed.length,
      changedFiles: [...byFile].map(([source, places]) => ({
        filePath: source.path,
        places: places.length,
        lines: [...new Set(places.map(({ place }) => place.line))],
      })),
      leftAlone: plan.leftAlone.slice(0, maxLeftAlone).map(({ file, place, reason }) => ({
        filePath: file.source.path,
        line: place.line,
        reason,
        text: place.text,
      })),
      inCommentsAndStrings: found.leftOut,
    };
  },
  toModel: describeSymbolEdit,
});

/** The key of a shorthand is the name of a property, which stays. */
function toNewText({ shorthand }: RenamePlace['place'], name: string, newName: string): string {
  return shorthand ? `${name}: ${newName}` : newName;
}

function requireNames(name: string, newName: string): void {
  const isSamePrefix = name.startsWith('#') === newName.startsWith('#');
  if (name === '_') {
    const message = '"_" is no name of a declaration: it stands for each value that is not used.';
    throw new AppError({ code: 'VALIDATION_ERROR', message, details: { field: 'symbol' } });
  }
  if (name !== newName && isSamePrefix) return;
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message:
      name === newName
        ? `The declaration is called "${name}" already.`
        : 'A private name stays private: both names begin with #, or none.',
    details: { field: 'newName' },
  });
}

function requireRoom(length: number): void {
  if (length <= maxRenamedLength) return;
  throw new AppError({
    code: 'CONFLICT',
    message: `Nothing was renamed, because the files with the name have more than ${maxRenamedLength / 1_000_000} million characters. Rename it file by file with text edits.`,
    details: { field: 'symbol' },
  });
}

/** A rename that misses files breaks them. */
function requireComplete({ truncated, skipped }: SymbolSearch): void {
  if (!truncated && skipped.length === 0) return;
  const reason = truncated
    ? 'the name is in too many files'
    : `these files contain the name and cannot be read: ${skipped.slice(0, 10).join(', ')}`;
  throw new AppError({
    code: 'CONFLICT',
    message: `Nothing was renamed, because ${reason}.`,
    details: { field: 'symbol' },
  });
}

/** Reads from which modules each script imports or re-exports the name. */
async function readModules(
  files: readonly SearchedFile[],
  name: string,
  context: ToolContext<CodePorts>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const modules = new Map<string, readonly string[]>();
  for (const { source } of files) {
    const { path, text } = source;
    if (!/\.[cm]?[jt]sx?$/u.test(path)) continue;
    const { imports } = await context.ports.compute.run('analyzeCode', [{ path, text }], context);
    const naming = imports.filter(({ names }) => names.includes(name));
    modules.set(
      path,
      naming.map(({ module }) => module),
    );
  }
  return modules;
}

/** @throws AppError `CONFLICT` when a changed file uses the new name already. */
async function requireFree(
  edited: readonly EditedSource[],
  newName: string,
  context: ToolContext<CodePorts>,
): Promise<void> {
  const texts = edited.map(({ source: { path, text } }) => ({ path, text }));
  const found = await context.ports.compute.run('findInCode', [texts, newName], context);
  const taken = texts.flatMap(({ path }, index) =>
    (found[index]?.places ?? []).slice(0, 1).map(({ line }) => `${path}:${line}`),
  );
  if (taken.length === 0) return;
  throw new AppError({
    code: 'CONFLICT',
    message: `"${newName}" is used already at ${taken.slice(0, 10).join(', ')}. Nothing was renamed. Choose another name.`,
    details: { field: 'newName' },
  });
}
