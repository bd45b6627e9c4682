import { crc32, deflateRawSync } from 'node:zlib';

/** A tar entry as bytes, valid or not. */
export interface RawTarEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** One letter; `0` is a file. */
  readonly type?: string;
  readonly link?: string;
  /** The size in the header, in place of the content's size. */
  readonly size?: number | Buffer;
}

/** Options for {@link rawTar}. */
export interface RawTarOptions {
  /** The end marker, in place of two empty blocks. */
  readonly end?: Buffer;
}

/** Builds a tar archive from entries without validating them. */
export function rawTar(entries: readonly RawTarEntry[], { end = Buffer.alloc(1024) }: RawTarOptions = {}): Buffer {
  return Buffer.concat([...entries.flatMap(toBlocks), end]);
}

function toBlocks({ name, content = '', type = '0', link = '', size }: RawTarEntry): Buffer[] {
  const body = Buffer.from(content);
  const header = Buffer.alloc(512);
  Buffer.from(name).copy(header, 0, 0, 100);
  header.write('0000644\0', 100);
  if (Buffer.isBuffer(size)) size.copy(header, 124);
  else header.write(`${(size ?? body.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(type, 156);
  header.write(link, 157);
  header.write('ustar\x0000', 257, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, body, Buffer.alloc(-body.length & 511)];
}

/** Creates an extended POSIX header for the next entry. */
export function pax(records: Readonly<Record<string, string>>): RawTarEntry {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    const digits = String(rest + String(rest).length).length;
    return `${rest + digits} ${key}=${value}\n`;
  });
  return { name: 'PaxHeader', type: 'x', content: lines.join('') };
}

/** A zip entry as bytes, valid or not. */
export interface RawZipEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** The Unix file type and permissions. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  /** The size in both headers, in place of the content's size. */
  readonly size?: number;
  readonly crc?: number;
  /** The name in the entry's own header. */
  readonly localName?: string;
  /** Shares the bytes of the entry with this index instead of having its own. */
  readonly sharedWith?: number;
}

/** Options for {@link rawZip}. */
export interface RawZipOptions {
  /** The declared number of entries. */
  readonly count?: number;
}

/** Builds a zip archive from entries without validating them, even more than it can count. */
export function rawZip(
  entries: readonly RawZipEntry[],
  { count = entries.length % 65_536 }: RawZipOptions = {},
): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { mode = 0o100_644, sharedWith, localName = entry.name } = entry;
    const { fields, data } = toFields(entry);
    const start = sharedWith === undefined ? offset : (offsets[sharedWith] ?? 0);
    offsets.push(start);
    const name = Buffer.from(entry.name);
    const central = Buffer.alloc(46);
    central.write('PK\x01\x02\x14\x03\x14\x00', 'latin1');
    fields.copy(central, 8);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(start, 42);
    centrals.push(central, name);
    if (sharedWith !== undefined) continue;
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04\x14\x00', 'latin1');
    fields.copy(local, 6);
    local.writeUInt16LE(Buffer.byteLength(localName), 26);
    const parts = [local, Buffer.from(localName), data];
    locals.push(...parts);
    offset += parts.reduce((total, part) => total + part.length, 0);
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Returns the fields of both headers: flags, method, time, checksum and sizes. */
function toFields({ content = '', flags = 0, method = 8, size, crc }: RawZipEntry): { fields: Buffer; data: Buffer } {
  const body = Buffer.from(content);
  const data = method === 8 ? deflateRawSync(body) : body;
  const fields = Buffer.alloc(20);
  fields.writeUInt16LE(flags, 0);
  fields.writeUInt16LE(method, 2);
  fields.writeUInt32LE(crc ?? crc32(body), 8);
  fields.writeUInt32LE(data.length, 12);
  fields.writeUInt32LE(size ?? body.length, 16);
  return { fields, data };
}
