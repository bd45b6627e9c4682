import { stringify } from 'yaml';

/** Renders a value as YAML without folded lines and aliases. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' }).trimEnd();
}
