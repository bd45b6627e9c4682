import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestCode, type TestCodeFile } from '../../../packages/domain/src/testing/index.ts';

/** Reads the TypeScript files of folders as code of a commit. Declarations are found by pattern: this measures the search, not the parser. */
export function readCode(folders: Readonly<Record<string, string>>): ReturnType<typeof createTestCode> {
  const files: Record<string, TestCodeFile> = {};
  for (const [prefix, folder] of Object.entries(folders)) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || /\.test\.|__fixtures__|\.d\.ts$/u.test(name)) continue;
      files[join(prefix, name)] = toFile(readFileSync(join(folder, name), 'utf8'));
    }
  }
  return createTestCode('a'.repeat(40), files);
}

const declaration =
  /(?:\/\*\*(?<doc>(?:[^*]|\*(?!\/)){0,2000})\*\/\s*)?^(?:export )?(?:async )?(?:function\*?|class|const|interface|type) (?<name>\w+)/gmu;

function toFile(content: string): TestCodeFile {
  const docs: Record<string, string> = {};
  const symbols: string[] = [];
  for (const { groups } of content.matchAll(declaration)) {
    const { name = '', doc = '' } = groups ?? {};
    symbols.push(name);
    const [first = ''] = doc.split(/\n\s*\*\s*\n|@/u);
    if (first.trim() !== '')
      docs[name] = first
        .replaceAll(/^\s*\*/gmu, '')
        .replaceAll(/\s+/gu, ' ')
        .trim();
  }
  const texts = content.match(/\/\/.*|\/\*[^]*?\*\/|'[^'\n]{3,200}'|`[^`]{3,300}`/gu) ?? [];
  const words = texts
    .filter((text) => !/^'[.@\w/-]+'$/u.test(text))
    .join(' ')
    .replaceAll(/[\s*/]+/gu, ' ')
    .slice(0, 2_000);
  return { symbols, docs, words };
}
