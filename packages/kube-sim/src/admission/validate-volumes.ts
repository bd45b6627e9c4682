import { duplicateValue, invalidValue, requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asObject, asString, type JsonObject } from '../object/json-value.ts';
import { forbiddenField } from './field-rules.ts';
import { isLabel, labelRule } from './validate-names.ts';

/** The field of each source that has to be there. */
const required: Readonly<Record<string, string>> = {
  configMap: 'name',
  secret: 'secretName',
  persistentVolumeClaim: 'claimName',
  hostPath: 'path',
};

/** Checks the volumes of a pod's spec. */
export function validateVolumes(volumes: readonly JsonObject[], path: string): readonly StatusCause[] {
  const names = new Set<string>();
  return volumes.flatMap((volume, index) => {
    const at = `${path}[${index}]`;
    const name = asString(volume['name']);
    const causes: StatusCause[] = [];
    if (name === '') causes.push(requiredValue(`${at}.name`));
    else if (!isLabel(name)) causes.push(invalidValue(`${at}.name`, name, labelRule));
    else if (names.has(name)) causes.push(duplicateValue(`${at}.name`, name));
    names.add(name);
    return [...causes, ...validateSource(volume, at)];
  });
}

function validateSource(volume: JsonObject, at: string): readonly StatusCause[] {
  const [first, ...others] = Object.keys(volume).filter((key) => key !== 'name');
  if (first === undefined) return [];
  const field = required[first];
  const isMissing = field !== undefined && asString(asObject(volume[first])[field]) === '';
  return [
    ...(isMissing ? [requiredValue(`${at}.${first}.${field}`)] : []),
    ...others.map((other) => forbiddenField(`${at}.${other}`, 'may not specify more than 1 volume type')),
  ];
}
