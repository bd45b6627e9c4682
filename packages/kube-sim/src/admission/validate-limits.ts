import { invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import { parseQuantity } from '../object/quantity.ts';
import { checkNotNegative } from './field-rules.ts';
import { findKeyProblems } from './validate-names.ts';

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Checks a PersistentVolumeClaim. */
export function validateClaim(spec: JsonObject, path = 'spec'): readonly StatusCause[] {
  const modes = asArray(spec['accessModes']);
  const storage = asObject(asObject(spec['resources'])['requests'])['storage'];
  const causes: StatusCause[] = [];
  if (modes.length === 0) causes.push(requiredValue(`${path}.accessModes`, 'at least 1 access mode is required'));
  for (const mode of modes.filter((each) => !accessModes.includes(String(each))))
    causes.push(unsupportedValue(`${path}.accessModes`, mode, accessModes));
  if (storage === undefined) causes.push(requiredValue(`${path}.resources[storage]`));
  else if (!((parseQuantity(storage) ?? 1) > 0))
    causes.push(invalidValue(`${path}.resources[storage]`, storage, 'must be greater than zero'));
  return causes;
}

const percentage =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** Checks a PodDisruptionBudget. */
export function validateDisruptionBudget(spec: JsonObject): readonly StatusCause[] {
  const { minAvailable, maxUnavailable, selector = null, unhealthyPodEvictionPolicy = null } = spec;
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const value = {
      MinAvailable: minAvailable,
      Selector: selector,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy,
    };
    return [invalidValue('spec', value, 'minAvailable and maxUnavailable cannot be both set')];
  }
  const names = ['minAvailable', 'maxUnavailable'];
  return [
    ...checkNotNegative(spec, names, 'spec'),
    ...names
      .filter((name) => typeof spec[name] === 'string' && !/^\d+%$/.test(spec[name]))
      .map((name) => invalidValue(`spec.${name}`, spec[name], percentage)),
  ];
}

/** Checks a ResourceQuota. */
export function validateQuota(spec: JsonObject): readonly StatusCause[] {
  return Object.entries(asObject(spec['hard'])).flatMap(([name, value]) => {
    const field = `spec.hard[${name}]`;
    const causes = findKeyProblems(name).map((why) => invalidValue(field, name, why));
    if ((parseQuantity(value) ?? 0) < 0) causes.push(invalidValue(field, value, 'must be greater than or equal to 0'));
    return causes;
  });
}

/** Pairs of LimitRange bounds, the lower one first. */
const orders = [
  { lower: 'min', upper: 'max', at: 'min', words: ['min', 'max'] },
  { lower: 'min', upper: 'defaultRequest', at: 'defaultRequest', words: ['min', 'default request'] },
  { lower: 'defaultRequest', upper: 'max', at: 'defaultRequest', words: ['default request', 'max'] },
  { lower: 'defaultRequest', upper: 'default', at: 'defaultRequest', words: ['default request', 'default limit'] },
  { lower: 'min', upper: 'default', at: 'default', words: ['min', 'default'] },
  { lower: 'default', upper: 'max', at: 'default', words: ['default', 'max'] },
] as const;

/** Checks a LimitRange. */
export function validateLimitRange(spec: JsonObject): readonly StatusCause[] {
  return asArray(spec['limits'])
    .map(asObject)
    .flatMap((limit, index) =>
      orders.flatMap(({ lower, upper, at, words }) =>
        Object.entries(asObject(limit[lower])).flatMap(([name, low]) => {
          const high = asObject(limit[upper])[name];
          const [lowest, highest] = [parseQuantity(low), parseQuantity(high)];
          if (lowest === undefined || highest === undefined || lowest <= highest) return [];
          const value =
            at === upper && lower !== 'min' ? high : at === 'defaultRequest' && lower === 'min' ? high : low;
          const why = `${words[0]} value ${asString(low)} is greater than ${words[1]} value ${asString(high)}`;
          return [invalidValue(`spec.limits[${index}].${at}[${name}]`, value, why)];
        }),
      ),
    );
}
