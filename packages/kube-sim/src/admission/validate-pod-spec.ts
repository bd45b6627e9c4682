import { checkNotNegative, forbiddenField } from './field-rules.ts';
import { validateContainer } from './validate-container.ts';
import { isLabel, isSubdomain, labelRule, subdomainRule } from './validate-names.ts';
import { duplicateValue, invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';

/** Checks a pod spec in the API server's order. */
export function validatePodSpec(spec: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...validateVolumes(asArray(spec['volumes']).map(asObject), `${path}.volumes`),
    ...validateContainers(spec, path),
    ...validateLifetime(spec, path),
    ...validateReferences(spec, path),
  ];
}

function validateContainers(spec: JsonObject, path: string): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  if (asArray(spec['containers']).length === 0) causes.push(requiredValue(`${path}.containers`));
  const volumes = new Set(asArray(spec['volumes']).map((volume) => asObject(volume)['name']));
  const names = new Set<string>();
  for (const list of ['containers', 'initContainers']) {
    for (const [index, item] of asArray(spec[list]).entries()) {
      const at = `${path}.${list}[${index}]`;
      const container = asObject(item);
      const name = asString(container['name']);
      if (name === '') causes.push(requiredValue(`${at}.name`));
      else if (!isLabel(name)) causes.push(invalidValue(`${at}.name`, name, labelRule));
      else if (names.has(name)) causes.push(duplicateValue(`${at}.name`, name));
      names.add(name);
      causes.push(...validateContainer(container, at, { volumes, isInit: list === 'initContainers' }));
    }
  }
  return causes;
}

const restartPolicies = ['Always', 'OnFailure', 'Never'];

function validateLifetime(spec: JsonObject, path: string): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  const { restartPolicy, activeDeadlineSeconds: deadline } = spec;
  if (restartPolicy !== undefined && !restartPolicies.includes(asString(restartPolicy)))
    causes.push(unsupportedValue(`${path}.restartPolicy`, restartPolicy, restartPolicies));
  causes.push(...checkNotNegative(spec, ['terminationGracePeriodSeconds'], path));
  if (typeof deadline === 'number' && (deadline < 1 || deadline > 2_147_483_647))
    causes.push(invalidValue(`${path}.activeDeadlineSeconds`, deadline, 'must be between 1 and 2147483647, inclusive'));
  return causes;
}

function validateReferences(spec: JsonObject, path: string): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  for (const field of ['serviceAccountName', 'nodeName', 'priorityClassName']) {
    const name = asString(spec[field]);
    if (name !== '' && !isSubdomain(name)) causes.push(invalidValue(`${path}.${field}`, name, subdomainRule));
  }
  for (const [index, toleration] of asArray(spec['tolerations']).map(asObject).entries()) {
    const { key, operator, value, effect, tolerationSeconds } = toleration;
    const at = `${path}.tolerations[${index}]`;
    if (asString(key) === '' && operator !== 'Exists')
      causes.push(
        invalidValue(
          `${at}.operator`,
          operator ?? '',
          "operator must be Exists when `key` is empty, which means 'match all values and all keys'",
        ),
      );
    if (operator === 'Exists' && asString(value) !== '')
      causes.push(
        invalidValue(
          `${at}.operator`,
          { key, operator, value, effect },
          "value must be empty when `operator` is 'Exists'",
        ),
      );
    if (tolerationSeconds !== undefined && effect !== 'NoExecute')
      causes.push(
        invalidValue(`${at}.effect`, effect ?? '', "effect must be 'NoExecute' when `tolerationSeconds` is set"),
      );
  }
  return causes;
}

/** Required fields of each volume source. */
const required: Readonly<Record<string, string>> = {
  configMap: 'name',
  secret: 'secretName',
  persistentVolumeClaim: 'claimName',
  hostPath: 'path',
};

/** Checks the volumes of a pod spec. */
function validateVolumes(volumes: readonly JsonObject[], path: string): readonly StatusCause[] {
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
