import { AppError } from '@shipmate/core';
import { isMap, isSeq } from 'yaml';
import { setYamlValue } from './set-yaml-value.ts';
import { columnOf, insertLinesAfter, parseYaml, toYamlLines } from './yaml-text.ts';

/**
 * Adds an item to a top-level list, or creates the list; every other character is unchanged.
 *
 * @throws AppError `VALIDATION_ERROR` when the file is invalid YAML, `CONFLICT` when the key holds something other than
 * a list.
 */
export function appendYamlItem(content: string, key: string, item: Readonly<Record<string, unknown>>): string {
  const { contents } = parseYaml(content);
  const list = isMap(contents) ? contents.get(key, true) : undefined;
  if (!isSeq(list)) {
    if (list !== undefined && (list as { value?: unknown }).value !== null) {
      throw new AppError({ code: 'CONFLICT', message: `"${key}" is no list.` });
    }
    return setYamlValue(content, [key], [item]);
  }
  if (list.flow || list.items.length === 0 || !list.range) {
    return setYamlValue(content, [key], [...(list.toJSON() as unknown[]), item]);
  }
  const [start, end] = list.range;
  return insertLinesAfter(content, end, toYamlLines([item], columnOf(content, start)));
}
