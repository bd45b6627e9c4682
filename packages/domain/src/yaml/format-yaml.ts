import { stringify } from 'yaml';

/** Formats plain data as one YAML document; a value that occurs twice is written twice. */
export function formatYaml(data: unknown): string {
  return stringify(data, { aliasDuplicateObjects: false, lineWidth: 0 });
}
