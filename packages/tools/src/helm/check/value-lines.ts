import { parseYamlDocuments } from '@shipmate/domain/yaml';
import { isMap, isScalar, LineCounter } from 'yaml';

/** A leaf of `values.yaml`. */
export interface ValueLine {
  readonly path: readonly string[];
  /** From 1. */
  readonly line: number;
}

/** Lists the leaves of a `values.yaml`; lists and empty maps are leaves. */
export function findValueLines(content: string): readonly ValueLine[] {
  const lineCounter = new LineCounter();
  const [document] = parseYamlDocuments(content, { lineCounter, logLevel: 'silent' });
  return collect(document?.contents, []);

  function collect(node: unknown, path: readonly string[]): readonly ValueLine[] {
    if (!isMap(node)) return [];
    return node.items.flatMap(({ key, value }) => {
      if (!isScalar(key)) return [];
      const inner = [...path, String(key.value)];
      if (isMap(value) && value.items.length > 0) return collect(value, inner);
      return [{ path: inner, line: lineCounter.linePos(key.range?.[0] ?? 0).line }];
    });
  }
}
