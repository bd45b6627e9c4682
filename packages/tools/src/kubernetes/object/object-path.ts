import { AppError } from '@shipmate/core';
import { isJsonObject } from '@shipmate/domain/cluster/object';

/** A path into an object: keys, indices, and `*` for all. */
type ObjectPath = readonly string[];

const step = /\.?(?:([A-Za-z_$][\w$/-]*)|\*|\[(\d{1,6}|\*)\]|\[(?:'([^']{1,300})'|"([^"]{1,300})")\])/y;

/**
 * Parses a path such as `.spec.containers[*].image`, `status.conditions[0]` or
 * `metadata.labels['app.kubernetes.io/name']`, also in the braces of kubectl's JSONPath.
 *
 * @throws AppError `VALIDATION_ERROR` for an invalid path.
 */
export function parseObjectPath(text: string): ObjectPath {
  const bare = text
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .replace(/^\$/, '');
  const pattern = new RegExp(step);
  const path: string[] = [];
  while (pattern.lastIndex < bare.length) {
    const match = pattern.exec(bare);
    if (!match) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: `${JSON.stringify(text.slice(0, 100))} is no path. Write paths such as "spec.containers[*].image" or "metadata.labels['app.kubernetes.io/name']".`,
        details: { field: 'columns' },
      });
    }
    path.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '*');
  }
  return path;
}

/** Returns all values at a path. */
export function selectPath(value: unknown, [key, ...rest]: ObjectPath): readonly unknown[] {
  if (key === undefined) return value === undefined ? [] : [value];
  if (key === '*') return childrenOf(value).flatMap((child) => selectPath(child, rest));
  if (Array.isArray(value)) return /^\d+$/.test(key) ? selectPath(value[Number(key)], rest) : [];
  return isJsonObject(value) && Object.hasOwn(value, key) ? selectPath(value[key], rest) : [];
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}
