import type { ManifestReader } from '../manifest.ts';

/** Reads `go.mod`. Its versions are the ones in use, so declared and locked versions are the same. */
export const readGo: ManifestReader = (text) => {
  const name = /^module[ \t]+"?([^\s"]{1,500})/mu.exec(text)?.[1];
  const blocks = [...text.matchAll(/^require[ \t]*\(([^)]*)\)/gmu)].map(([, block = '']) => block);
  const single = [...text.matchAll(/^require[ \t]+([^(\n][^\n]*)$/gmu)].map(([, line = '']) => line);
  return {
    ecosystem: 'go',
    ...(name !== undefined && { name }),
    dependencies: [...single, ...blocks.flatMap((block) => block.split('\n'))].flatMap((line) => {
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
