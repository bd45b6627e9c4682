import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { expect, it } from 'vitest';

it('keeps the declarations that exports lead to, and one place of each source line, without its column, in source maps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-prune-'));
  try {
    mkdirSync(join(folder, 'dist'));
    const places: SourceMapSegment[] = [
      [2, 0, 0, 3, 0],
      [4, 0, 0, 4],
      [8, 0, 1, 2],
      [9, 0, 1, 1],
      [12, 1, 1, 7],
    ];
    const toMap = (...lines: SourceMapSegment[][]) =>
      JSON.stringify({ version: 3, sources: ['a.ts', 'c.ts'], names: ['a'], mappings: encode(lines) });
    const files = {
      'package.json': JSON.stringify({ exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } }),
      'dist/index.d.ts': 'export { a } from "./a.js";\n',
      'dist/a.d.ts': 'export declare const a: 1;\n',
      'dist/b.d.ts': 'export declare const b: 1;\n',
      'dist/index.js': 'export { a } from "./a.js";\n//# sourceMappingURL=index.js.map\n',
      'dist/index.js.map': toMap(),
      'dist/a.js': 'const a = 1, c = 2; export { a };\n//# sourceMappingURL=a.js.map\n',
      'dist/a.js.map': toMap(places),
    };
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    const script = fileURLToPath(new URL('prune-build.ts', import.meta.url));
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], { cwd: folder });
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['a.d.ts', 'a.js', 'a.js.map', 'index.d.ts', 'index.js']);
    expect(readFileSync(join(folder, 'dist/index.js'), 'utf8')).toBe('export { a } from "./a.js";\n');
    const kept = JSON.parse(readFileSync(join(folder, 'dist/a.js.map'), 'utf8')) as { readonly mappings: string };
    expect(kept).toMatchObject({ version: 3, sources: ['a.ts', 'c.ts'], names: [] });
    expect(decode(kept.mappings)).toEqual([
      [
        [0, 0, 0, 0],
        [8, 0, 1, 0],
        [12, 1, 1, 0],
      ],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
