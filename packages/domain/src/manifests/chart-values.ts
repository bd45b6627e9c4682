import { Document, isMap, isScalar, Scalar, visit } from 'yaml';

/** Collects the values of a chart and their names in templates. */
export interface ChartValues {
  /** Sets a value under its path, or the next free one; returns its expression in templates. */
  lift(path: readonly string[], value: unknown): string;
  /** Returns a top-level key for an object; another object with the same part gets another key. */
  claim(name: string, kind: string, part: string): string;
  /** Prints `values.yaml`. */
  print(): string;
}

interface ValueMap {
  [key: string]: unknown;
}

const comments: ReadonlyMap<string, string> = new Map([
  ['namePrefix', ' Put before the names of all resources, such as "staging-".'],
  ['namespaces', ' Where resources go, by the namespace that they were written for.'],
  [
    'secrets',
    ' Contents of Secrets, by key. They were not taken from the manifests: what stays empty here is not made by the chart,\n' +
      ' and has to be in the cluster before.',
  ],
]);

/** Creates the values of a chart, with its reserved names taken. */
export function createChartValues(): ChartValues {
  const values: ValueMap = { namePrefix: '' };
  const claims = new Set(['global', ...comments.keys()].map((key) => `${key}/*`));

  return {
    lift(path, value) {
      const parent = path.slice(0, -1).reduce<ValueMap>(openMap, values);
      const wanted = path.at(-1) ?? '';
      let key = wanted;
      for (let number = 2; Object.hasOwn(parent, key) && parent[key] !== value; number += 1) key = `${wanted}${number}`;
      setOwn(parent, key, value);
      return toReference([...path.slice(0, -1), key]);
    },
    claim(name, kind, part) {
      const base = toKey(name);
      const isFree = (key: string): boolean => !claims.has(`${key}/*`) && !claims.has(`${key}/${part}`);
      let key = isFree(base) ? base : `${base}${kind}`;
      for (let number = 2; !isFree(key); number += 1) key = `${base}${kind}${number}`;
      claims.add(`${key}/${part}`);
      return key;
    },
    print: () => printValues(values),
  };
}

/** Converts a name to a key that templates can reference: `web-shop` becomes `webShop`. */
export function toKey(name: string): string {
  const key = name
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('');
  return /^[a-z]/.test(key) ? key : `n${key}`;
}

function toReference(path: readonly string[]): string {
  return path.reduce(
    (reference, key) =>
      /^[a-zA-Z_]\w*$/.test(key) ? `${reference}.${key}` : `(index ${reference} ${JSON.stringify(key)})`,
    '.Values',
  );
}

function openMap(parent: ValueMap, key: string): ValueMap {
  if (!Object.hasOwn(parent, key)) setOwn(parent, key, {});
  return parent[key] as ValueMap;
}

/** Sets any key as an own property, `__proto__` included. */
function setOwn(map: ValueMap, key: string, value: unknown): void {
  Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
}

function printValues(values: ValueMap): string {
  const document = new Document(values, { version: '1.1' });
  visit(document, {
    Scalar: (_key, scalar) => {
      // Helm's parser knows numbers that ours does not, and rejects a tab at the start of a block.
      const isRisky = typeof scalar.value === 'string' && /^[\s\d.+-]|[^\P{C}\n]/u.test(scalar.value);
      if (isRisky) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  for (const { key } of isMap(document.contents) ? document.contents.items : []) {
    if (isScalar(key)) key.commentBefore = comments.get(String(key.value)) ?? null;
  }
  return document.toString({ lineWidth: 0, directives: false });
}
