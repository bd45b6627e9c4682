type JsonObject = Readonly<Record<string, unknown>>;

/** Keywords whose schemas apply to the same value as their parent schema. */
const inPlaceSchemas = ['not', 'if', 'then', 'else'] as const;
const inPlaceLists = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * Finds a schema that applies itself to the same value, such as `{"$ref": "#"}`, on which no validator terminates.
 * Other recursion is allowed.
 */
export function findReferenceCycle(root: unknown): string | undefined {
  const done = new Set<object>();
  for (const start of allObjects(root)) {
    const open = new Set<object>();
    const stack: { readonly schema: JsonObject; readonly next: Iterator<JsonObject> }[] = [];
    const enter = (schema: JsonObject) => {
      open.add(schema);
      stack.push({ schema, next: appliedInPlace(schema, root)[Symbol.iterator]() });
    };
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { value, done: isDone = false } = top.next.next();
      if (isDone) {
        open.delete(top.schema);
        done.add(top.schema);
        stack.pop();
      } else if (open.has(value)) return 'has a reference that leads back to itself without a step into the values';
      else if (!done.has(value)) enter(value);
    }
  }
  return undefined;
}

function* allObjects(root: unknown): Generator<JsonObject> {
  const waiting = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) yield value as JsonObject;
    for (const child of Object.values(value)) if (child !== null && child !== undefined) waiting.push(child);
  }
}

function appliedInPlace(schema: JsonObject, root: unknown): readonly JsonObject[] {
  const target = schema['$ref'];
  const listed = inPlaceLists.flatMap((keyword) =>
    Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [],
  );
  const named = inPlaceSchemas.map((keyword) => schema[keyword]);
  const referred = typeof target === 'string' ? resolvePointer(root, target) : undefined;
  return [...listed, ...named, referred].filter(isObject);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a JSON pointer in a fragment (RFC 6901, section 6); `undefined` for an anchor. */
function resolvePointer(root: unknown, reference: string): unknown {
  const fragment = reference.slice(reference.indexOf('#') + 1);
  if (reference === '' || fragment === '') return root;
  if (!fragment.startsWith('/')) return undefined;
  return fragment
    .slice(1)
    .split('/')
    .map((token) => decode(token).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, token) => (typeof value === 'object' && value !== null ? (value as JsonObject)[token] : undefined),
      root,
    );
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
