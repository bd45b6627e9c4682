import { parseYamlDocuments, type YamlOptions } from '@shipmate/domain/yaml';
import type { Tags } from 'yaml';

/** An object that a chart renders. */
export interface RenderedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** The object's template, from the chart's folder on. */
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** A part of the output of `helm template`: one YAML document. */
interface RenderedDocument {
  readonly file: string;
  readonly text: string;
}

/** A rendered document that is not an object. */
interface UnreadableDocument {
  readonly file: string;
  readonly problem: string;
}

/** Splits the output of `helm template` into documents. */
export function splitManifests(output: string, chartName: string): readonly RenderedDocument[] {
  let file = '';
  return output.split(/^---[ \t]*$/m).flatMap((part) => {
    const [comment, path] = /^# Source: (\S.*)$/m.exec(part) ?? [];
    if (path !== undefined) file = path.startsWith(`${chartName}/`) ? path.slice(chartName.length + 1) : path;
    const text = comment === undefined ? part : part.replace(`${comment}\n`, '');
    return text.trim() === '' ? [] : [{ file, text: text.replace(/^\n+/, '') }];
  });
}

/** Kubernetes reads YAML 1.1, but without dates and binary. */
const customTags = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || !/:(timestamp|binary)$/.test(tag.tag));
const yamlOptions: YamlOptions = { version: '1.1', customTags };

/** Parses rendered documents into objects; splits lists, and skips documents with only comments. */
export function parseObjects(documents: readonly RenderedDocument[]): {
  readonly objects: readonly RenderedObject[];
  readonly unreadable: readonly UnreadableDocument[];
} {
  const objects: RenderedObject[] = [];
  const unreadable: UnreadableDocument[] = [];
  for (const { file, text } of documents) {
    try {
      const [document] = parseYamlDocuments(text, yamlOptions);
      if (document?.errors[0]) throw document.errors[0];
      const value: unknown = document?.toJS();
      if (value !== null && value !== undefined) collect(value, file);
    } catch (thrown) {
      unreadable.push({ file, problem: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  }
  return { objects, unreadable };

  function collect(value: unknown, file: string): void {
    const content = asMap(value);
    const [apiVersion, kind] = [content['apiVersion'], content['kind']];
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
      unreadable.push({ file, problem: 'It has no apiVersion and kind.' });
    } else if (kind.endsWith('List') && Array.isArray(content['items'])) {
      for (const item of content['items']) collect(item, file);
    } else {
      const metadata = asMap(content['metadata']);
      const [name, namespace] = [asText(metadata['name']) ?? '', asText(metadata['namespace'])];
      objects.push({ apiVersion, kind, name, namespace, file, content });
    }
  }
}

/** Returns a value as a map; an empty map for any other value. */
export function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Returns a value as a list of maps; other values become empty lists and maps. */
export function asMaps(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(asMap) : [];
}

/** Returns a value if it is a string. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
