import { stringify } from 'yaml';

/** A value as YAML: no line is folded, nothing is an alias. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' }).trimEnd();
}
