import { gzipSync } from 'node:zlib';
import { type ArchiveRefusalReason, defaultArchiveLimits } from '@shipmate/domain';
import { describe, expect, it } from 'vitest';
import { pax, type RawTarEntry, rawTar, type RawZipEntry, rawZip } from '../../test/support/raw-archives.ts';
import { readArchive, type ReadArchiveOptions } from './read-archive.ts';

const chart = { name: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 0.1.0\n' };
const long = `shop/${'größer/'.repeat(12)}${'x'.repeat(60)}.yaml`;

function refusal(reason: ArchiveRefusalReason) {
  return expect.objectContaining({ details: expect.objectContaining({ reason }) });
}

async function reasonOf(source: Uint8Array, options?: ReadArchiveOptions): Promise<unknown> {
  const error = await readArchive(source, options).catch((thrown: unknown) => thrown);
  return error;
}

describe('what tools pack', () => {
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
  ])('is read from a %s, with all that is left named', async (_name, bytes) => {
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

  it('comes as a stream in any pieces', async () => {
    const bytes = gzipSync(rawTar(entries));
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    expect(await readArchive(pieces())).toEqual(contents);
  });
});

const badNames: readonly (readonly [name: string | Buffer, ArchiveRefusalReason])[] = [
  ['../evil.yaml', 'traversal'],
  ['shop/../../evil.yaml', 'traversal'],
  ['/etc/cron.d/evil', 'absolute_path'],
  ['C:/evil.yaml', 'drive_letter'],
  ['c:evil.yaml', 'drive_letter'],
  ['shop\\..\\evil.yaml', 'backslash'],
  ['shop//evil.yaml', 'invalid_path'],
  ['shop/./evil.yaml', 'invalid_path'],
  ['shop/a\nb.yaml', 'invalid_path'],
  [Buffer.from('shop/gr\xf6\xdfe.yaml', 'latin1'), 'name_encoding'],
  [`${'a/'.repeat(20)}deep`, 'too_deep'],
];

const badSets: readonly (readonly [what: string, names: readonly string[], ArchiveRefusalReason])[] = [
  ['the same name twice', ['a.yaml', 'a.yaml'], 'duplicate_name'],
  ['the same name in two spellings', ['a.yaml', './a.yaml'], 'duplicate_name'],
  ['names that differ in case', ['values.yaml', 'Values.yaml'], 'colliding_names'],
  ['folders that differ in case', ['templates/a.yaml', 'Templates/b.yaml'], 'colliding_names'],
  ['names that differ in their Unicode form', ['gr\u00f6\u00dfe.yaml', 'gro\u0308\u00dfe.yaml'], 'colliding_names'],
  ['names that are one when folded', ['stra\u00dfe.yaml', 'STRASSE.yaml'], 'colliding_names'],
  ['a file in the place of a folder', ['a/b.yaml', 'a'], 'file_and_folder'],
  ['a folder in the place of a file', ['a', 'a/b.yaml'], 'file_and_folder'],
];

/** Files, and folders where the name ends so. */
type Names = readonly (string | Buffer)[];
const isFolder = (name: string | Buffer): boolean => name.toString().endsWith('/');
const toTar = (names: Names) => rawTar([chart, ...names.map((name) => ({ name, type: isFolder(name) ? '5' : '0' }))]);
const toZip = (names: Names) =>
  rawZip([chart, ...names.map((name) => ({ name, method: 0, mode: isFolder(name) ? 0o040_755 : 0o100_644 }))]);

describe.each<[format: string, pack: (names: Names) => Buffer]>([
  ['tar', toTar],
  ['tgz', (names) => gzipSync(toTar(names))],
  ['zip', toZip],
])('a malicious %s', (_format, pack) => {
  it.each(badNames)('with the name %j is refused', async (name, reason) => {
    expect(await reasonOf(pack([name]))).toEqual(refusal(reason));
  });

  it.each(badSets)('with %s is refused', async (_what, names, reason) => {
    expect(await reasonOf(pack(names))).toEqual(refusal(reason));
  });

  it.each<[string, ArchiveRefusalReason]>([
    ['../', 'traversal'],
    ['/', 'absolute_path'],
    ['/etc/', 'absolute_path'],
    ['shop//', 'invalid_path'],
  ])('with the folder %j is refused', async (name, reason) => {
    expect(await reasonOf(pack([name]))).toEqual(refusal(reason));
  });

  it('with 100 000 entries is refused', async () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `shop/${index}`);
    const error = await reasonOf(pack(names), { limits: { ...defaultArchiveLimits, maxCompressedBytes: 100_000_000 } });
    expect(error).toEqual(refusal('entry_count'));
    expect(error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it('cut anywhere is refused', async () => {
    const bytes = pack(['shop/values.yaml']);
    const whole = bytes.length;
    const cuts = [40, Math.floor(whole / 3), Math.floor(whole / 2), whole - 30, whole - 9, whole - 1];
    for (const cut of cuts) {
      expect(await reasonOf(bytes.subarray(0, cut))).toEqual(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
    }
  });

  it('that is larger than may be sent is refused before it has all arrived', async () => {
    let pulled = 0;
    async function* flood() {
      const piece = pack([]);
      for (; pulled < 1_000; pulled += 1) yield piece;
    }
    const limits = { ...defaultArchiveLimits, maxCompressedBytes: 10_000 };
    await expect(readArchive(flood(), { limits })).rejects.toEqual(refusal('compressed_size'));
    expect(pulled).toBeLessThan(100);
  });
});

it.each<[what: string, entry: RawTarEntry, ArchiveRefusalReason]>([
  ['a symbolic link', { name: 'shop/link', type: '2', link: '/etc/passwd' }, 'symlink'],
  ['a link within', { name: 'shop/link', type: '2', link: 'Chart.yaml' }, 'symlink'],
  ['a hard link', { name: 'shop/link', type: '1', link: 'shop/Chart.yaml' }, 'hardlink'],
  ['a character device', { name: 'shop/null', type: '3' }, 'device'],
  ['a block device', { name: 'shop/sda', type: '4' }, 'device'],
  ['a named pipe', { name: 'shop/pipe', type: '6' }, 'device'],
  ['a sparse file', { name: 'shop/sparse', type: 'S' }, 'unsupported_entry'],
  ['an unknown type', { name: 'shop/what', type: '!' }, 'unsupported_entry'],
  ['a size beyond the end', { name: 'shop/huge', size: 0o77777777777 }, 'truncated'],
  ['a size of 2^70', { name: 'shop/huge', size: Buffer.from('800000000400000000000000', 'hex') }, 'corrupt'],
  ['a negative size', { name: 'shop/less', size: Buffer.from('ffffffffffffffffffffffff', 'hex') }, 'corrupt'],
  ['a name of its extension that leads out', pax({ path: '../evil.yaml' }), 'traversal'],
  ['a size of its extension beyond the end', pax({ size: '99999999999' }), 'truncated'],
  ['an extension that is none', { name: 'x', type: 'x', content: '99 path=a\n' }, 'corrupt'],
  ['an extension of a megabyte', { name: 'x', type: 'x', content: 'x'.repeat(1_000_000) }, 'corrupt'],
])('refuses a tar with %s', async (_what, entry, reason) => {
  const tar = rawTar([chart, entry, { name: 'shop/next', content: 'x' }]);
  expect(await reasonOf(tar)).toEqual(refusal(reason));
  expect(await reasonOf(gzipSync(tar))).toEqual(refusal(reason));
});

it.each<[what: string, entries: readonly RawZipEntry[], ArchiveRefusalReason]>([
  ['a symbolic link', [{ name: 'shop/link', content: '/etc/passwd', mode: 0o120_777 }], 'symlink'],
  ['a device', [{ name: 'shop/null', mode: 0o020_666 }], 'device'],
  ['an encrypted file', [{ name: 'shop/secret', flags: 1 }], 'encrypted'],
  ['a strongly encrypted file', [{ name: 'shop/secret', flags: 0x41 }], 'encrypted'],
  ['an unknown method', [{ name: 'shop/lzma', method: 14 }], 'unsupported_entry'],
  ['files on the same bytes', [{ name: 'shop/Chart.yaml', content: 'a', sharedWith: 0 }], 'overlapping_entries'],
  ['a size that is too small', [{ name: 'shop/more', content: 'x'.repeat(10_000), size: 10 }], 'corrupt'],
  ['a size that is too large', [{ name: 'shop/less', content: 'x', size: 10_000 }], 'corrupt'],
  ['a wrong checksum', [{ name: 'shop/wrong', content: 'x', crc: 1 }], 'corrupt'],
  ['a name that is two', [{ name: 'shop/a', localName: 'shop/b' }], 'corrupt'],
])('refuses a zip with %s', async (_what, entries, reason) => {
  expect(await reasonOf(rawZip([chart, ...entries]))).toEqual(refusal(reason));
});

it('refuses a zip that has more files than it says', async () => {
  expect(await reasonOf(rawZip([chart, { name: 'shop/hidden' }], { count: 1 }))).toEqual(refusal('entry_count'));
});

it('refuses a tar with another one behind it', async () => {
  const joined = Buffer.concat([rawTar([chart]), rawTar([{ name: 'shop/hidden' }])]);
  expect(await reasonOf(joined)).toEqual(refusal('trailing_data'));
  expect(await reasonOf(gzipSync(joined))).toEqual(refusal('trailing_data'));
});

it('refuses a tar without an end', async () => {
  expect(await reasonOf(rawTar([chart], { end: Buffer.alloc(0) }))).toEqual(refusal('truncated'));
});

describe('a bomb', () => {
  const zeros = Buffer.alloc(30_000_000);

  it('of gzip is refused by its ratio', async () => {
    expect(await reasonOf(gzipSync(rawTar([{ name: 'shop/zeros', content: zeros }])))).toEqual(
      refusal('compression_ratio'),
    );
  });

  it('of nothing but zeros, without a header, is refused', async () => {
    expect(await reasonOf(gzipSync(zeros))).toEqual(refusal('compression_ratio'));
  });

  it('of zip is refused by its ratio, before it is unpacked', async () => {
    expect(await reasonOf(rawZip([chart, { name: 'shop/zeros', content: zeros }]))).toEqual(
      refusal('compression_ratio'),
    );
  });

  it('of files that share their bytes is refused', async () => {
    const copies = Array.from({ length: 1_000 }, (_, index) => ({
      name: `shop/${index}`,
      content: 'x'.repeat(9_000),
      ...(index === 0 ? {} : { sharedWith: 0 }),
    }));
    expect(await reasonOf(rawZip(copies))).toEqual(refusal('overlapping_entries'));
  });

  it('that is no bomb but too large is refused by its size', async () => {
    const limits = { ...defaultArchiveLimits, maxExpandedBytes: 1_000_000, maxRatio: 1_000_000 };
    const content = zeros.subarray(0, 1_000_001);
    expect(await reasonOf(gzipSync(rawTar([{ name: 'a', content }])), { limits })).toEqual(refusal('expanded_size'));
    expect(await reasonOf(rawZip([{ name: 'a', content }]), { limits })).toEqual(refusal('expanded_size'));
  });
});

it.each([
  ['nothing', ''],
  ['a text', 'apiVersion: v2\n'.repeat(100)],
  ['a RAR', 'Rar!\x1a\x07\x00'],
])('refuses %s', async (_what, text) => {
  expect(await reasonOf(Buffer.from(text, 'latin1'))).toEqual(refusal('unknown_format'));
});

it('says that a compressed file is no compressed archive', async () => {
  expect(await reasonOf(gzipSync('apiVersion: v2\n'.repeat(100)))).toEqual(refusal('unknown_format'));
  expect(await reasonOf(gzipSync('x'))).toEqual(refusal('unknown_format'));
});

it('refuses gzip whose checksum is wrong', async () => {
  const bytes = gzipSync(rawTar([chart]));
  bytes[bytes.length - 8] = (bytes[bytes.length - 8] ?? 0) ^ 1;
  expect(await reasonOf(bytes)).toEqual(refusal('corrupt'));
});

it('names the entry at fault, shortened', async () => {
  const error = await reasonOf(rawTar([{ name: 'shop/ok' }, { name: `../${'x'.repeat(90)}` }]));
  expect(error).toMatchObject({ message: expect.stringMatching(/^"\.\.\/x+" in the archive leads out/) });
});

it('stops when it is told to', async () => {
  const reason = new Error('left');
  await expect(readArchive(rawTar([chart]), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
