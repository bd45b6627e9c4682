/** A description of a schema's problem, for people. */
type SchemaProblem = string;

type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper schemas are rejected: those of published charts have at most some dozen levels. */
const maxDepth = 200;

/** The drafts that helm includes; it fetches any other meta schema. */
const knownDraft = /^https?:\/\/json-schema\.org\/(?:draft-0[467]\/|draft\/20(?:19-09|20-12)\/)?schema#?$/;

const referenceKeywords = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

/**
 * Returns the reason why a `values.schema.json` must not be passed to helm: helm follows references to files and
 * addresses and quotes them in its errors. Returns `undefined` when all references are within the document.
 */
export function findSchemaProblem(text: string): SchemaProblem | undefined {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    return `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return findForeignReference(schema) ?? findReferenceCycle(schema);
}

interface Place {
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
}

function findForeignReference(schema: unknown): SchemaProblem | undefined {
  const own = ownAddress(schema);
  const waiting: Place[] = [{ value: schema, pointer: '#', depth: 0 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, pointer, depth } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep`;
    const problem = Array.isArray(value) ? undefined : judgeReferences(value as JsonObject, own);
    if (problem !== undefined) return `${problem} at ${pointer}`;
    for (const [key, child] of Object.entries(value)) {
      waiting.push({ value: child, pointer: depth < maxShownDepth ? `${pointer}/${key}` : pointer, depth: depth + 1 });
    }
  }
  return undefined;
}

/** Longer pointers are truncated, so that their total length is not quadratic in the depth. */
const maxShownDepth = 12;

function judgeReferences(schema: JsonObject, own: string | undefined): SchemaProblem | undefined {
  for (const keyword of referenceKeywords) {
    const target = schema[keyword];
    if (typeof target !== 'string' || isOwn(target, own)) continue;
    return `refers to ${JSON.stringify(target.slice(0, 200))} (${keyword}), which is outside of the file; copy the definition into the file and refer to it as "#/definitions/…"`;
  }
  const draft = schema['$schema'];
  if (typeof draft === 'string' && !knownDraft.test(draft)) {
    return `names the meta schema ${JSON.stringify(draft.slice(0, 200))} ($schema), which is not one of json-schema.org's drafts 4, 6, 7, 2019-09 and 2020-12`;
  }
  return undefined;
}

/** Returns the document's own id. Ids within it are not trusted, because their validity depends on the draft. */
function ownAddress(schema: unknown): string | undefined {
  const { $id, id } = typeof schema === 'object' && schema !== null ? (schema as JsonObject) : {};
  const address = typeof $id === 'string' ? $id : id;
  return typeof address === 'string' ? withoutFragment(address) : undefined;
}

function isOwn(target: string, own: string | undefined): boolean {
  return (
    target.startsWith('#') ||
    target === '' ||
    (own !== undefined && own !== '' && URL.canParse(own) && withoutFragment(target) === own)
  );
}

function withoutFragment(address: string): string {
  return address.replace(/#[^]*$/, '');
}

/** Keywords whose schemas apply to the same value as their parent schema. */
const inPlaceSchemas = ['not', 'if', 'then', 'else'] as const;
const inPlaceLists = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * Finds a schema that applies itself to the same value, such as `{"$ref": "#"}`, on which no validator terminates.
 * Other recursion is allowed.
 */
function findReferenceCycle(root: unknown): string | undefined {
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
