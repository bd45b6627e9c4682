import { badRequest, unprocessable } from '../errors/refusals.ts';
import { asArray, isObject, isSameJson, jsonTypeOf, setField } from '../object/json-value.ts';

/** Applies RFC 6902 operations to a copy. @throws StatusError 400 for a malformed patch, 422 for one that does not fit */
export function applyJsonPatch(document: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch))
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type []handlers.jsonPatchOp`,
    );
  let root = { value: structuredClone(document) as unknown };
  for (const operation of asArray(patch)) {
    if (!isObject(operation))
      throw badRequest(
        `error decoding patch: json: cannot unmarshal ${jsonTypeOf(operation)} into Go value of type handlers.jsonPatchOp`,
      );
    root = { value: applyOperation(root.value, operation) };
  }
  return root.value;
}

function applyOperation(document: unknown, operation: Record<string, unknown>): unknown {
  const path = parsePointer(operation['path']);
  switch (operation['op']) {
    case 'add':
      return write(document, path, { value: operation['value'], insert: true });
    case 'replace':
      if (Array.isArray(read(document, path.slice(0, -1)))) read(document, path);
      return write(document, path, { value: operation['value'], insert: false });
    case 'remove':
      return remove(document, path);
    case 'copy': {
      const value = structuredClone(read(document, parsePointer(operation['from'])));
      return write(document, path, { value, insert: true });
    }
    case 'move': {
      const from = parsePointer(operation['from']);
      const value = read(document, from);
      return write(remove(document, from), path, { value, insert: true });
    }
    case 'test':
      if (isSameJson(read(document, path), operation['value'])) return document;
      throw unprocessable();
    default:
      throw unprocessable();
  }
}

function parsePointer(pointer: unknown): readonly string[] {
  if (pointer === '') return [];
  if (typeof pointer !== 'string' || !pointer.startsWith('/')) throw unprocessable();
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function step(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    const item: unknown = /^\d+$/.test(name) ? value[Number(name)] : undefined;
    if (item === undefined) throw unprocessable();
    return item;
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) throw unprocessable();
  return value[name];
}

function read(document: unknown, path: readonly string[]): unknown {
  return path.reduce(step, document);
}

function write(
  document: unknown,
  path: readonly string[],
  { value, insert }: { readonly value: unknown; readonly insert: boolean },
): unknown {
  const name = path.at(-1);
  if (name === undefined) return value;
  const parent = read(document, path.slice(0, -1));
  if (Array.isArray(parent)) {
    const index = name === '-' ? parent.length : Number(name);
    if (!Number.isInteger(index) || index < 0 || index > parent.length) throw unprocessable();
    parent.splice(index, insert ? 0 : 1, value);
  } else if (isObject(parent)) setField(parent, name, value);
  else throw unprocessable();
  return document;
}

function remove(document: unknown, path: readonly string[]): unknown {
  const name = path.at(-1);
  if (name === undefined) return null;
  read(document, path);
  const parent = read(document, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else if (isObject(parent)) delete parent[name];
  return document;
}
