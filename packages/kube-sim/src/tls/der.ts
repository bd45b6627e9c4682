/** The DER encoding of the ASN.1 types in a certificate. */
function encode(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  if (size < 0x80) return Buffer.concat([Buffer.from([tag, size]), content]);
  const bytes = size < 0x100 ? [size] : [size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length, ...bytes]), content]);
}

export const sequence = (...items: readonly Uint8Array[]) => encode(0x30, ...items);
export const set = (...items: readonly Uint8Array[]) => encode(0x31, ...items);
export const octets = (content: Uint8Array) => encode(0x04, content);
export const bits = (content: Uint8Array, unused = 0) => encode(0x03, Buffer.from([unused]), content);
export const utf8 = (text: string) => encode(0x0c, Buffer.from(text));
export const boolean = (value: boolean) => encode(0x01, Buffer.from([value ? 0xff : 0]));
/** A context-specific tag around a constructed or primitive value. */
export const tagged = (number: number, content: Uint8Array, { primitive = false } = {}) =>
  encode((primitive ? 0x80 : 0xa0) | number, content);

/** A positive integer in the fewest bytes, as readers require. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return encode(0x02, (digits[0] ?? 0) & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), digits);
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of rest) {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return encode(0x06, Buffer.from(bytes));
}

/** A time in whole seconds with a four-digit year. */
export function time(date: Date): Buffer {
  return encode(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`));
}
