import { gzipSync } from 'node:zlib';
import type { ArchiveRefusalReason } from '@shipmate/domain/archive';
import { pax, type RawTarEntry, rawTar, type RawZipEntry, rawZip } from './raw-archives.ts';

/** An archive that every reader must reject, with the reason and without storing any of it. */
export interface MaliciousArchive {
  readonly name: string;
  readonly reason: ArchiveRefusalReason;
  readonly pack: () => Buffer;
}

const chart = { name: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 0.1.0\n' };

const badNames: readonly (readonly [name: string | Buffer, ArchiveRefusalReason])[] = [
  ['../evil.yaml', 'traversal'],
  ['shop/../../evil.yaml', 'traversal'],
  ['../', 'traversal'],
  ['/etc/cron.d/evil', 'absolute_path'],
  ['/', 'absolute_path'],
  ['C:/evil.yaml', 'drive_letter'],
  ['c:evil.yaml', 'drive_letter'],
  ['shop\\..\\evil.yaml', 'backslash'],
  ['shop//evil.yaml', 'invalid_path'],
  ['shop/.git/config', 'invalid_path'],
  ['shop/.g\u200Cit/config', 'invalid_path'],
  ['.GIT /config', 'invalid_path'],
  ['shop/git~1/config', 'invalid_path'],
  ['shop/nul', 'invalid_path'],
  ['shop/values.yaml:hidden', 'invalid_path'],
  ['shop/a\u202Elmay.yaml', 'invalid_path'],
  ['shop/a\nb.yaml', 'invalid_path'],
  ['shop//', 'invalid_path'],
  [Buffer.from('shop/gr\xf6\xdfe.yaml', 'latin1'), 'name_encoding'],
  [`${'a/'.repeat(20)}deep`, 'too_deep'],
];

const badSets: readonly (readonly [what: string, names: Names, ArchiveRefusalReason])[] = [
  ['the same name twice', ['a.yaml', 'a.yaml'], 'duplicate_name'],
  ['the same name in two spellings', ['a.yaml', './a.yaml'], 'duplicate_name'],
  ['names that differ in case', ['values.yaml', 'Values.yaml'], 'colliding_names'],
  ['folders that differ in case', ['templates/a.yaml', 'Templates/b.yaml'], 'colliding_names'],
  ['names that differ in Unicode form', ['gr\u00f6\u00dfe.yaml', 'gro\u0308\u00dfe.yaml'], 'colliding_names'],
  ['names that are one when folded', ['stra\u00dfe.yaml', 'STRASSE.yaml'], 'colliding_names'],
  ['a folder that git takes for a repository', ['x/HEAD', 'x/config', 'x/objects/a', 'x/refs/a'], 'invalid_path'],
  ['a file in the place of a folder', ['a/b.yaml', 'a'], 'file_and_folder'],
  ['a folder in the place of a file', ['a', 'a/b.yaml'], 'file_and_folder'],
];

const badTarEntries: readonly (readonly [what: string, entry: RawTarEntry, ArchiveRefusalReason])[] = [
  ['a symbolic link', { name: 'shop/link', type: '2', link: '/etc/passwd' }, 'symlink'],
  ['a symbolic link within', { name: 'shop/link', type: '2', link: 'Chart.yaml' }, 'symlink'],
  ['a hard link', { name: 'shop/link', type: '1', link: 'shop/Chart.yaml' }, 'hardlink'],
  ['a character device', { name: 'shop/null', type: '3' }, 'device'],
  ['a block device', { name: 'shop/sda', type: '4' }, 'device'],
  ['a named pipe', { name: 'shop/pipe', type: '6' }, 'device'],
  ['a sparse file', { name: 'shop/sparse', type: 'S' }, 'unsupported_entry'],
  ['an unknown type', { name: 'shop/what', type: '!' }, 'unsupported_entry'],
  ['a size beyond the end', { name: 'shop/huge', size: 0o77777777777 }, 'truncated'],
  ['a size of 2^66', { name: 'shop/huge', size: Buffer.from('800000040000000000000000', 'hex') }, 'corrupt'],
  ['a negative size', { name: 'shop/less', size: Buffer.from('ffffffffffffffffffffffff', 'hex') }, 'corrupt'],
  ['a name of its extension that leads out', pax({ path: '../evil.yaml' }), 'traversal'],
  ['a size of its extension beyond the end', pax({ size: '99999999999' }), 'truncated'],
  ['an extension that is none', { name: 'x', type: 'x', content: '99 path=a\n' }, 'corrupt'],
  ['an extension of a megabyte', { name: 'x', type: 'x', content: 'x'.repeat(1_000_000) }, 'corrupt'],
];

const badZipEntries: readonly (readonly [what: string, entry: RawZipEntry, ArchiveRefusalReason])[] = [
  ['a symbolic link', { name: 'shop/link', content: '/etc/passwd', mode: 0o120_777 }, 'symlink'],
  ['a device', { name: 'shop/null', mode: 0o020_666 }, 'device'],
  ['an encrypted file', { name: 'shop/secret', flags: 1 }, 'encrypted'],
  ['a strongly encrypted file', { name: 'shop/secret', flags: 0x41 }, 'encrypted'],
  ['an unknown method', { name: 'shop/lzma', method: 14 }, 'unsupported_entry'],
  ['files on the same bytes', { name: 'shop/again.yaml', sharedWith: 0 }, 'overlapping_entries'],
  ['a size that is too small', { name: 'shop/more', content: 'x'.repeat(10_000), size: 10 }, 'corrupt'],
  ['a size that is too large', { name: 'shop/less', content: 'x', size: 10_000 }, 'corrupt'],
  ['a wrong checksum', { name: 'shop/wrong', content: 'x', crc: 1 }, 'corrupt'],
  ['a name that is two', { name: 'shop/a', localName: 'shop/b' }, 'corrupt'],
];

/** Files, and folders for names that end in a slash. */
type Names = readonly (string | Buffer)[];
const isFolder = (name: string | Buffer): boolean => name.toString().endsWith('/');

const toTar = (names: Names): Buffer =>
  rawTar([chart, ...names.map((name) => ({ name, type: isFolder(name) ? '5' : '0' }))]);
const toTgz = (names: Names): Buffer => gzipSync(toTar(names));
const toZip = (names: Names): Buffer =>
  rawZip([chart, ...names.map((name) => ({ name, method: 0, mode: isFolder(name) ? 0o040_755 : 0o100_644 }))]);

const packers = Object.entries({ tar: toTar, tgz: toTgz, zip: toZip });
const hundredThousand = (): Names => Array.from({ length: 100_000 }, (_, index) => `shop/${index}`);
const zeros = () => ({ name: 'shop/zeros', content: Buffer.alloc(30_000_000) });
const joined = (): Buffer => Buffer.concat([toTar([]), toTar(['shop/hidden'])]);

/** The malicious archives, each built on demand. */
export const maliciousArchives: readonly MaliciousArchive[] = [
  ...packers.flatMap(([format, pack]) => [
    ...badNames.map(([name, reason]) => {
      return { name: `a ${format} with the name ${JSON.stringify(name.toString())}`, reason, pack: () => pack([name]) };
    }),
    ...badSets.map(([what, names, reason]) => ({ name: `a ${format} with ${what}`, reason, pack: () => pack(names) })),
  ]),
  ...badTarEntries.flatMap(([what, entry, reason]) => {
    const pack = (): Buffer => rawTar([chart, entry, { name: 'shop/next', content: 'x' }]);
    return [
      { name: `a tar with ${what}`, reason, pack },
      { name: `a tgz with ${what}`, reason, pack: () => gzipSync(pack()) },
    ];
  }),
  ...badZipEntries.map(([what, entry, reason]) => {
    return { name: `a zip with ${what}`, reason, pack: () => rawZip([chart, entry]) };
  }),
  { name: 'a tgz with 100 000 entries', reason: 'entry_count', pack: () => toTgz(hundredThousand()) },
  { name: 'a zip with 100 000 entries', reason: 'entry_count', pack: () => toZip(hundredThousand()) },
  {
    name: 'a zip that has more files than it says',
    reason: 'entry_count',
    pack: () => rawZip([chart, { name: 'shop/hidden' }], { count: 1 }),
  },
  { name: 'a tar with another one behind it', reason: 'trailing_data', pack: joined },
  { name: 'a tgz with another one behind it', reason: 'trailing_data', pack: () => gzipSync(joined()) },
  { name: 'a tar without an end', reason: 'truncated', pack: () => rawTar([chart], { end: Buffer.alloc(0) }) },
  { name: 'a tgz that is cut', reason: 'truncated', pack: () => toTgz([]).subarray(0, -20) },
  { name: 'a zip that is cut', reason: 'truncated', pack: () => toZip([]).subarray(0, -20) },
  { name: 'a gzip bomb', reason: 'compression_ratio', pack: () => gzipSync(rawTar([chart, zeros()])) },
  { name: 'a gzip bomb of empty blocks', reason: 'compression_ratio', pack: () => gzipSync(Buffer.alloc(30_000_000)) },
  { name: 'a zip bomb', reason: 'compression_ratio', pack: () => rawZip([chart, zeros()]) },
  {
    name: 'a file that is no archive',
    reason: 'unknown_format',
    pack: () => Buffer.from('apiVersion: v2\n'.repeat(100)),
  },
  { name: 'a compressed file', reason: 'unknown_format', pack: () => gzipSync('apiVersion: v2\n'.repeat(100)) },
  { name: 'nothing', reason: 'unknown_format', pack: () => Buffer.alloc(0) },
];
