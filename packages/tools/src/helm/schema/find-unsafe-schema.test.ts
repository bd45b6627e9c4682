import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rawTar } from '../../testing/raw-archives.ts';
import { findUnsafeSchema } from './find-unsafe-schema.ts';

const pack = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  gzipSync(rawTar(Object.entries(files).map(([name, content]) => ({ name, content }))), { level: 1 });

const findIn = (archive: Buffer) => findUnsafeSchema(new Map([['charts/db-1.0.0.tgz', archive]]));

describe('findUnsafeSchema', () => {
  it('accepts nested archives with safe schemas', async () => {
    const inner = pack({ 'cache/values.schema.json': '{"type":"object"}' });
    expect(await findIn(pack({ 'db/Chart.yaml': 'name: db\n', 'db/charts/cache-1.0.0.tgz': inner }))).toBeUndefined();
  });

  it('rejects a chart whose nested archives unpack to more than 100 MB in all, though each is small', async () => {
    const inner = pack({ 'cache/notes.txt': Buffer.alloc(9_000_000, 'a') });
    const names = Array.from({ length: 12 }, (_, index) => `db/charts/cache${index}-1.0.0.tgz`);
    const problem = await findIn(pack(Object.fromEntries(names.map((name) => [name, inner]))));
    expect(problem).toMatch(/^charts\/db-1\.0\.0\.tgz holds .*unpack to more than 100 MB in all\.$/);
  });

  it('rejects a schema larger than 1 MB before it reads it', async () => {
    const schema = JSON.stringify({ description: 'x'.repeat(1_000_001) });
    const problem = await findIn(pack({ 'db/values.schema.json': schema }));
    expect(problem).toBe('charts/db-1.0.0.tgz holds db/values.schema.json, which is larger than 1 MB.');
  });
});
