import { AppError } from '@shipmate/core';
import { isJsonObject, kindOf, type KubeObject, nameOf, textAt } from '@shipmate/domain/cluster';
import { parseAllDocuments } from 'yaml';

const maxObjects = 20;

/** Reads the objects of a YAML or JSON text. @throws AppError `VALIDATION_ERROR` that says what is wrong with which of them. */
export function readManifests(text: string): readonly KubeObject[] {
  const documents = parseAllDocuments(text, { version: '1.1', merge: true, logLevel: 'silent' });
  const objects = documents.map((document, index) => {
    const [error] = document.errors;
    if (error) throw invalid(`Document ${index + 1} is no valid YAML: ${error.message}`);
    return document.toJS({ maxAliasCount: 50 }) as unknown;
  });
  const present = objects.filter((object) => object !== null);
  if (present.length === 0) throw invalid('It holds no object.');
  if (present.length > maxObjects)
    throw invalid(`It holds ${present.length} objects; try at most ${maxObjects} at once.`);
  return present.map((object, index) => {
    const isWhole = isJsonObject(object) && textAt(object, 'apiVersion') && kindOf(object) && nameOf(object);
    if (!isWhole) throw invalid(`Object ${index + 1} needs apiVersion, kind and metadata.name.`);
    return object;
  });
}

function invalid(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field: 'manifest' } });
}
