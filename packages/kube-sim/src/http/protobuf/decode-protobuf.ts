import { badRequest, unsupportedMediaType } from '../../errors/refusals.ts';
import { asObject, asString, isObject, setField, type JsonObject } from '../../object/json-value.ts';
import { messageTables } from './message-tables.ts';

const magic = Buffer.from('k8s\0');
/** Bound on the nesting of messages, above that of real ones. */
const maxDepth = 32;

/**
 * Decodes an object in Kubernetes' protobuf format, as kubectl's `create` commands send it.
 * @throws StatusError 415 for a kind without a table, 400 for malformed bytes
 */
export function decodeProtobuf(body: Buffer): JsonObject {
  if (!body.subarray(0, magic.length).equals(magic))
    throw badRequest('provided data does not appear to be a protobuf message');
  const { typeMeta, raw } = asObject(readMessage(body.subarray(magic.length), 'Unknown', 0));
  const { apiVersion, kind } = asObject(typeMeta);
  const name = asString(kind);
  if (!Object.hasOwn(messageTables, name)) throw unsupportedMediaType(['application/json', 'application/yaml']);
  const content = readMessage(Buffer.from(asString(raw), 'base64'), name, 0);
  return { apiVersion, kind, ...asObject(content) };
}

function readMessage(bytes: Buffer, message: string, depth: number): unknown {
  if (depth > maxDepth) throw malformed();
  if (message === 'Quantity')
    return (
      readFields(bytes)
        .find(({ number }) => number === 1)
        ?.bytes?.toString('utf8') ?? '0'
    );
  if (message === 'IntOrString') return readIntOrString(bytes);
  const table = messageTables[message] ?? {};
  const object: JsonObject = {};
  for (const field of readFields(bytes)) {
    const [name, type] = table[field.number] ?? [];
    if (name === undefined || type === undefined) continue;
    if (name === '...') Object.assign(object, readValue(field, type, depth));
    else addValue(object, { name, type }, { field, depth });
  }
  return object;
}

function addValue(
  object: JsonObject,
  { name, type }: { readonly name: string; readonly type: string },
  { field, depth }: { readonly field: WireField; readonly depth: number },
): void {
  if (type.startsWith('{}')) {
    const entry = readFields(field.bytes ?? Buffer.alloc(0));
    const key = entry.find(({ number }) => number === 1)?.bytes?.toString('utf8') ?? '';
    const value = entry.find(({ number }) => number === 2) ?? { number: 2, bytes: Buffer.alloc(0) };
    const map = asObject(object[name]);
    setField(map, key, readValue(value, type.slice(2), depth));
    object[name] = map;
    return;
  }
  if (type.startsWith('[]')) {
    object[name] = [
      ...((object[name] ?? []) as readonly unknown[]),
      readValue(field, type.slice(2).replace('?', ''), depth),
    ];
    return;
  }
  const value = readValue(field, type.replace('?', ''), depth);
  const isEmpty =
    value === '' || value === 0 || value === false || (isObject(value) && Object.keys(value).length === 0);
  if (!isEmpty || type.endsWith('?')) object[name] = value;
}

function readValue({ bytes, varint }: WireField, type: string, depth: number): unknown {
  switch (type) {
    case 'text':
      return (bytes ?? Buffer.alloc(0)).toString('utf8');
    case 'bytes':
      return (bytes ?? Buffer.alloc(0)).toString('base64');
    case 'number':
      return Number(BigInt.asIntN(64, varint ?? 0n));
    case 'flag':
      return varint === 1n;
    default:
      return readMessage(bytes ?? Buffer.alloc(0), type, depth + 1);
  }
}

function readIntOrString(bytes: Buffer): unknown {
  const fields = readFields(bytes);
  const isText = fields.find(({ number }) => number === 1)?.varint === 1n;
  if (isText) return fields.find(({ number }) => number === 3)?.bytes?.toString('utf8') ?? '';
  return Number(BigInt.asIntN(64, fields.find(({ number }) => number === 2)?.varint ?? 0n));
}

interface WireField {
  readonly number: number;
  readonly varint?: bigint;
  readonly bytes?: Buffer;
}

function readFields(bytes: Buffer): readonly WireField[] {
  const fields: WireField[] = [];
  let offset = 0;

  function readVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[offset];
      if (byte === undefined) throw malformed();
      offset += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw malformed();
  }

  function readBytes(size: number): Buffer {
    if (offset + size > bytes.length) throw malformed();
    offset += size;
    return bytes.subarray(offset - size, offset);
  }

  while (offset < bytes.length) {
    const tag = Number(readVarint());
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        fields.push({ number, varint: readVarint() });
        break;
      case 1:
        readBytes(8);
        break;
      case 2:
        fields.push({ number, bytes: readBytes(Number(readVarint())) });
        break;
      case 5:
        readBytes(4);
        break;
      default:
        throw malformed();
    }
  }
  return fields;
}

function malformed() {
  return badRequest('the protobuf message cannot be read');
}
