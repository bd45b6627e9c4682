import { AppError } from '@shipmate/core';
import { isJsonObject, kindOf, type KubeObject, nameOf, textAt } from '@shipmate/domain/cluster/object';
import { parseAllYaml } from '@shipmate/domain/yaml';

const maxObjects = 20;

/**
 * Parses the objects of a YAML or JSON text. @throws AppError `VALIDATION_ERROR` that names the invalid object and the
 * reason.
 */
export function readManifests(text: string): readonly KubeObject[] {
  const objects = parseAllYaml(text, { field: 'manifest', version: '1.1', merge: true });
  const present = objects.filter((object) => object !== null);
  if (present.length === 0) throw invalidManifest('It holds no object.');
  if (present.length > maxObjects)
    throw invalidManifest(`It holds ${present.length} objects; try at most ${maxObjects} at once.`);
  return present.map((object, index) => {
    const isWhole = isJsonObject(object) && textAt(object, 'apiVersion') && kindOf(object) && nameOf(object);
    if (!isWhole) throw invalidManifest(`Object ${index + 1} needs apiVersion, kind and metadata.name.`);
    return object;
  });
}

function invalidManifest(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message, details: { field: 'manifest' } });
}
