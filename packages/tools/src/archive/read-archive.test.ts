import { gzipSync } from 'node:zlib';
import {
  archiveRefusalReasons,
  type ArchiveRefusalReason,
  createArchiveListing,
  defaultArchiveLimits,
  toHeldLimit,
} from '@shipmate/domain/archive';
import { describe, expect, it } from 'vitest';
import { maliciousArchives } from '../testing/malicious-archives.ts';
import { pax, type RawTarEntry, rawTar, rawZip } from '../testing/raw-archives.ts';
import { readArchive, type ReadArchiveOptions } from './read-archive.ts';
import { readTar } from './read-tar.ts';

const chart = { name: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 0.1.0\n' };
const long = `shop/${'größer/'.repeat(12)}${'x'.repeat(60)}.yaml`;

function refusal(reason: ArchiveRefusalReason) {
  return expect.objectContaining({ details: expect.objectContaining({ reason }) });
}

async function refusalOf(source: Uint8Array, options?: ReadArchiveOptions): Promise<unknown> {
  return readArchive(source, options).catch((thrown: unknown) => thrown);
}

describe('an archive of a packing tool', () => {
  const entries: readonly RawTarEntry[] = [
    { name: 'shop/', type: '5' },
    chart,
    { name: './shop/values.yaml', content: '\uFEFFa: ü\r\n' },
    { name: 'shop/templates/', type: '5' },
    { name: 'shop/templates/empty.yaml' },
    pax({ path: long, mtime: '1.5' }),
    { name: 'shop/short', content: 'long' },
    { name: '././@LongLink', type: 'L', content: `shop/${'g'.repeat(120)}\0` },
    { name: 'shop/ggg', content: 'gnu' },
    { name: 'pax_global_header', type: 'g', content: '' },
    { name: 'shop/logo.png', content: Buffer.from([0x89, 0x50, 0, 1]) },
    { name: 'shop/latin1.txt', content: Buffer.from('größe', 'latin1') },
    { name: 'shop/charts/redis-1.0.0.tgz', content: Buffer.from([0x1f, 0x8b]) },
    { name: 'shop/charts/db/Chart.yaml', content: 'name: db\n' },
    { name: 'shop/crds/all.yaml', content: 'x'.repeat(1_000_001) },
  ];
  const contents = {
    files: [
      { path: 'shop/Chart.yaml', content: chart.content },
      { path: 'shop/values.yaml', content: '\uFEFFa: ü\r\n' },
      { path: 'shop/templates/empty.yaml', content: '' },
      { path: long, content: 'long' },
      { path: `shop/${'g'.repeat(120)}`, content: 'gnu' },
      { path: 'shop/charts/db/Chart.yaml', content: 'name: db\n' },
    ],
    left: [
      { path: 'shop/logo.png', reason: 'binary' },
      { path: 'shop/latin1.txt', reason: 'binary' },
      { path: 'shop/charts/redis-1.0.0.tgz', reason: 'packed_chart' },
      { path: 'shop/crds/all.yaml', reason: 'too_large' },
    ],
  };

  it.each([
    ['tar', rawTar(entries)],
    ['tgz', gzipSync(rawTar(entries))],
    [
      'tgz of several members',
      Buffer.concat([gzipSync(rawTar(entries).subarray(0, 700)), gzipSync(rawTar(entries).subarray(700))]),
    ],
  ])('is read from a %s, with all omitted files reported', async (_name, bytes) => {
    expect(await readArchive(bytes)).toEqual(contents);
  });

  it('is read from a zip, stored or deflated', async () => {
    const zip = rawZip([
      { name: 'shop/', mode: 0o040_755 },
      { ...chart, method: 0 },
      { name: 'shop/größe.yaml', content: 'a: 1\n'.repeat(1_000), mode: 0 },
      { name: '__MACOSX/shop/._Chart.yaml', content: '\0' },
    ]);
    expect(await readArchive(zip)).toEqual({
      files: [
        { path: 'shop/Chart.yaml', content: chart.content },
        { path: 'shop/größe.yaml', content: 'a: 1\n'.repeat(1_000) },
      ],
      left: [{ path: '__MACOSX/shop/._Chart.yaml', reason: 'binary' }],
    });
  });

  it('is read from a stream in chunks of any size', async () => {
    const bytes = gzipSync(rawTar(entries));
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    expect(await readArchive(pieces())).toEqual(contents);
  });
});

it.each(maliciousArchives)('readArchive rejects $name: $reason', async ({ reason, pack }) => {
  const error = await refusalOf(pack());
  expect(error).toEqual(refusal(reason));
  const isTooMuch = ['entry_count', 'compression_ratio'].includes(reason);
  expect(error).toMatchObject({ code: isTooMuch ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR' });
});

it('maliciousArchives has an archive for every reason except those of limits', () => {
  const limits: readonly ArchiveRefusalReason[] = ['compressed_size', 'expanded_size', 'no_chart'];
  const reasons = new Set([...limits, ...maliciousArchives.map(({ reason }) => reason)]);
  expect(reasons).toEqual(new Set(archiveRefusalReasons));
});

describe.each([
  ['tar', rawTar([chart])],
  ['tgz', gzipSync(rawTar([chart]))],
  ['zip', rawZip([chart])],
])('a %s', (_format, bytes) => {
  it('is rejected when truncated at any position', async () => {
    for (let cut = 0; cut < bytes.length; cut += 1) {
      expect(await refusalOf(bytes.subarray(0, cut))).toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  });

  it('is rejected before it has fully arrived when it is too large', async () => {
    let pulled = 0;
    async function* flood() {
      for (; pulled < 1_000; pulled += 1) yield bytes;
    }
    const limits = { ...defaultArchiveLimits, maxCompressedBytes: 10_000 };
    await expect(readArchive(flood(), { limits })).rejects.toEqual(refusal('compressed_size'));
    expect(pulled).toBeLessThan(100);
  });

  it('is rejected when it holds too much, even at a low compression ratio', async () => {
    const limits = { ...defaultArchiveLimits, maxExpandedBytes: chart.content.length - 1, maxRatio: 1_000_000 };
    expect(await refusalOf(bytes, { limits })).toEqual(refusal('expanded_size'));
  });

  it('is rejected when it holds too much text, before it is read to its end', async () => {
    const limits = { ...defaultArchiveLimits, maxTextBytes: chart.content.length - 1 };
    const error = await refusalOf(bytes, { limits });
    expect(error).toEqual(refusal('expanded_size'));
    expect(error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: expect.stringMatching(/MB of text/) });
  });

  it('releases its bytes from the claim: after it has arrived, and once it is read', async () => {
    const shrunk: number[] = [];
    const claim = { shrink: (held: number) => void shrunk.push(held) };
    await readArchive(bytes, { claim });
    expect(shrunk).toEqual([toHeldLimit(bytes.length, defaultArchiveLimits), chart.content.length]);
  });

  it('is no longer read when the signal aborts', async () => {
    const reason = new Error('left');
    await expect(readArchive(bytes, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

it('readArchive stops unpacking 100 000 entries at the first beyond the limit', async () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => ({ name: `shop/${index}` }));
  let unpacked = 0;
  const bytes = rawTar(entries);
  async function* chunks() {
    for (; unpacked < bytes.length; unpacked += 5_120) yield bytes.subarray(unpacked, unpacked + 5_120);
  }
  const listing = createArchiveListing(defaultArchiveLimits);
  await expect(
    (async () => {
      for await (const { name } of readTar(chunks())) listing.addFile(name);
    })(),
  ).rejects.toEqual(refusal('entry_count'));
  expect(unpacked).toBeLessThan(5_100 * 512);
});

it('readArchive rejects gzip with a wrong checksum', async () => {
  const bytes = gzipSync(rawTar([chart]));
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 8) ^ 1, bytes.length - 8);
  expect(await refusalOf(bytes)).toEqual(refusal('corrupt'));
});

it('readArchive names the invalid entry and shortens its name', async () => {
  const error = await refusalOf(rawTar([chart, pax({ path: `../${'x'.repeat(900)}` }), { name: 'x' }]));
  expect(error).toMatchObject({ message: expect.stringMatching(/^"\.\.\/x{117}…" in the archive leads out/) });
});
