import type { ManifestReader } from '../manifest.ts';

/** Reads `go.mod`. Its versions are the ones in use, so declared and locked versions are the same. */
export const readGo: ManifestReader = (text) => {
  const name = /^module[ \t]+"?([^\s"]{1,500})/mu.exec(text)?.[1];
  return {
    ecosystem: 'go',
    ...(name !== undefined && { name }),
    dependencies: readRequirements(text).flatMap((line) => {
      const [, module, version] = /^\s*"?([^\s"/][^\s"]*)"?[ \t]+(v[^\s]+)/u.exec(line) ?? [];
      if (module === undefined || version === undefined) return [];
      return [
        {
          name: module,
          declared: version,
          kind: line.includes('// indirect') ? ('indirect' as const) : ('runtime' as const),
        },
      ];
    }),
    workspaces: [],
  };
};

/** Returns the lines of `require`, and of its blocks. */
function readRequirements(text: string): readonly string[] {
  const lines: string[] = [];
  let isInBlock = false;
  for (const line of text.split('\n')) {
    if (isInBlock) {
      isInBlock = !line.trimStart().startsWith(')');
      if (isInBlock) lines.push(line);
    } else if (/^require[ \t(]/u.test(line)) {
      const rest = line.slice('require'.length).trimStart();
      isInBlock = rest.startsWith('(');
      if (!isInBlock) lines.push(rest);
    }
  }
  return lines;
}
