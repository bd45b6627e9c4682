import { parseYaml } from '@shipmate/domain/yaml';

/** Parses a patch in YAML or JSON. @throws AppError `VALIDATION_ERROR` */
export function readPatch(text: string): unknown {
  return parseYaml(text, { field: 'patch', version: '1.1' });
}
