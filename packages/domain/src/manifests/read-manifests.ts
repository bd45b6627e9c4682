import { AppError } from '@shipmate/core';
import { Document, isScalar, isSeq, LineCounter, type Tags, visit } from 'yaml';
import { parseYamlDocuments } from '../yaml/parse-yaml-documents.ts';
import type { ManifestFile, ManifestObject, ManifestRemark } from './manifest-object.ts';

/** The objects of manifests, and the parts that cannot be read as objects. */
interface ReadManifests {
  readonly objects: readonly ManifestObject[];
  readonly left: readonly ManifestRemark[];
}

const maxObjects = 1_000;
const maxAliasCount = 100;
const timestampTag = 'tag:yaml.org,2002:timestamp';

/** Kubernetes reads YAML 1.1, but takes dates as they are written. */
const parseOptions = {
  version: '1.1',
  intAsBigInt: true,
  logLevel: 'silent',
  customTags: (tags: Tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== timestampTag),
} as const;

/** Reads every document of every file. @throws AppError `PAYLOAD_TOO_LARGE` if there are too many objects. */
export function readManifests(files: readonly ManifestFile[]): ReadManifests {
  const objects: ManifestObject[] = [];
  const left: ManifestRemark[] = [];
  const seen = new Set<string>();

  function take(document: Document, source: string): void {
    const object = toObject(document, source);
    if ('message' in object) {
      left.push(object);
      return;
    }
    const key = JSON.stringify([object.apiVersion.replace(/\/.*$/, ''), object.kind, object.namespace, object.name]);
    if (seen.has(key))
      left.push({ source, message: `${object.kind} ${object.name} occurs twice; only the first is used.` });
    else objects.push(object);
    seen.add(key);
    if (objects.length > maxObjects) throw tooMany();
  }

  for (const file of files) {
    const lines = new LineCounter();
    const documents = parseYamlDocuments(file.content, { ...parseOptions, lineCounter: lines });
    for (const [index, document] of documents.entries()) {
      const source = documents.length > 1 ? `${file.name}, document ${index + 1}` : file.name;
      const [error] = document.errors;
      if (error) {
        left.push({ source, message: `Line ${lines.linePos(error.pos[0]).line} is not YAML: ${error.message}` });
      } else if (!isEmpty(document)) {
        for (const [at, item] of itemsOf(document).entries())
          take(item, at === 0 ? source : `${source}, item ${at + 1}`);
      }
    }
  }
  return { objects, left };
}

function isEmpty({ contents }: Document): boolean {
  return contents === null || (isScalar(contents) && contents.value === null);
}

/** Returns the document, or one document for each item of a list. */
function itemsOf(document: Document): readonly Document[] {
  const plain = withoutAliases(document);
  const items = plain.get('items');
  const isList = /^\w*List$/.test(String(plain.get('kind'))) && isSeq(items);
  if (!isList) return [plain];
  return items.items.map((item) => {
    const own = new Document(undefined, parseOptions);
    own.contents = item as typeof own.contents;
    return own;
  });
}

/** An edit of an anchor would be an edit of all its aliases. */
function withoutAliases(document: Document): Document {
  let hasAlias = false;
  visit(document, { Alias: () => ((hasAlias = true), visit.BREAK) });
  if (!hasAlias) return document;
  try {
    return new Document(document.toJS({ maxAliasCount }), { ...parseOptions, aliasDuplicateObjects: false });
  } catch {
    return new Document(null, parseOptions);
  }
}

function toObject(document: Document, source: string): ManifestObject | ManifestRemark {
  const read = (...path: readonly string[]): string | undefined => {
    const value: unknown = document.getIn(path);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [apiVersion, kind, name] = [read('apiVersion'), read('kind'), read('metadata', 'name')];
  if (apiVersion === undefined || kind === undefined) {
    return { source, message: 'It is not a Kubernetes object: it has no apiVersion and kind, or too many aliases.' };
  }
  if (apiVersion.startsWith('kustomize.config.k8s.io/')) {
    return { source, message: 'It is a kustomization; send the output of `kustomize build`.' };
  }
  if (name === undefined) return { source, message: `The ${kind} has no metadata.name, which Helm needs.` };
  return { source, apiVersion, kind, name, namespace: read('metadata', 'namespace'), document };
}

function tooMany(): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `There are more than ${maxObjects} objects. Split them into several charts.`,
  });
}
