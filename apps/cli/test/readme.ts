import { readFile } from 'node:fs/promises';

/** A fenced block of README.md. */
export interface ReadmeBlock {
  readonly language: string;
  readonly code: string;
  /** What README says that it prints: the code of a block of text or JSON right after it. */
  readonly output: string | undefined;
}

/** The text of a file of the repository. */
export function readRepositoryFile(path: string): Promise<string> {
  return readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

/** Finds the fenced blocks of a page, in order. */
export function findBlocks(page: string): readonly ReadmeBlock[] {
  const fences = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  return fences.map(([, language = '', code = ''], index) => {
    const [, nextLanguage = '', next] = fences[index + 1] ?? [];
    return { language, code, output: ['text', 'json'].includes(nextLanguage) ? next : undefined };
  });
}

/** Shell commands with each `npx -y pnpm@12 <script>` in them replaced by the script of that name. */
export async function toScripts(commands: string): Promise<string> {
  const { scripts } = JSON.parse(await readRepositoryFile('package.json')) as { scripts: Record<string, string> };
  return commands.replaceAll(/npx -y pnpm@12 (\S+)/g, (command, name: string) => {
    const script = scripts[name];
    if (script === undefined) throw new Error(`README says "${command}", and there is no script "${name}".`);
    return script;
  });
}
