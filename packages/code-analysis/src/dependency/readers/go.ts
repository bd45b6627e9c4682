import type { ManifestReader } from '../manifest.ts';

/** Reads `go.mod`. Its versions are the ones in use, so declared and locked versions are the same, except for what it replaces. */
export const readGo: ManifestReader = (text) => {
  const name = /^module[ \t]+"?([^\s"]{1,500})/mu.exec(text)?.[1];
  const replaced = readReplacements(text);
  return {
    ecosystem: 'go',
    ...(name !== undefined && { name }),
    dependencies: readLines(text, 'require').flatMap((line) => {
      const [, module, version] = /^\s*"?([^\s"/][^\s"]*)"?[ \t]+(v[^\s]+)/u.exec(line) ?? [];
      if (module === undefined || version === undefined) return [];
      const locked = replaced.get(`${module} ${version}`) ?? replaced.get(module);
      return [
        {
          ...(locked !== undefined && { locked }),
          name: module,
          declared: version,
          kind: line.includes('// indirect') ? ('indirect' as const) : ('runtime' as const),
        },
      ];
    }),
    workspaces: [],
  };
};

/** Reads the modules of `go.work`. */
export const readGoWork: ManifestReader = (text) => {
  const modules = readLines(text, 'use').map((line) =>
    line
      .replace(/\/\/.*$/u, '')
      .replaceAll(/["`]/gu, '')
      .trim(),
  );
  return { ecosystem: 'go', dependencies: [], workspaces: modules.filter((each) => each !== '') };
};

/** Returns what `example.com/one v1.0.0 => example.com/fork v1.1.0` and `example.com/one => ../one` put in place of modules. */
function readReplacements(text: string): ReadonlyMap<string, string> {
  return new Map(
    readLines(text, 'replace').flatMap((line): [string, string][] => {
      const [before = '', after] = line.replace(/\/\/.*$/u, '').split('=>');
      const wordsOf = (part: string): string => part.replaceAll('"', '').trim().split(/\s+/u).join(' ');
      return after === undefined ? [] : [[wordsOf(before), wordsOf(after)]];
    }),
  );
}

/** Returns the lines of a directive, and of its blocks. */
function readLines(text: string, directive: 'require' | 'replace' | 'use'): readonly string[] {
  const lines: string[] = [];
  let isInBlock = false;
  for (const line of text.split('\n')) {
    if (isInBlock) {
      isInBlock = !line.trimStart().startsWith(')');
      if (isInBlock) lines.push(line);
    } else if (line.startsWith(directive) && /^[ \t(]/u.test(line.slice(directive.length))) {
      const rest = line.slice(directive.length).trimStart();
      isInBlock = rest.startsWith('(');
      if (!isInBlock) lines.push(rest);
    }
  }
  return lines;
}
