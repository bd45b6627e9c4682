import { invalidValue, requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import { parseQuantity } from '../object/quantity.ts';

/** What the API holds against an autoscaler. */
export function validateAutoscaler(spec: JsonObject): readonly StatusCause[] {
  const [minimum, maximum] = [Number(spec['minReplicas'] ?? 1), Number(spec['maxReplicas'])];
  const causes: StatusCause[] = [];
  if (minimum < 1) causes.push(invalidValue('spec.minReplicas', minimum, 'must be greater than or equal to 1'));
  if (maximum < 1) causes.push(invalidValue('spec.maxReplicas', maximum, 'must be greater than 0'));
  if (maximum < minimum)
    causes.push(invalidValue('spec.maxReplicas', maximum, 'must be greater than or equal to `minReplicas`'));
  const { kind, name: target, apiVersion } = asObject(spec['scaleTargetRef']);
  if (asString(kind) === '') causes.push(requiredValue('spec.scaleTargetRef.kind'));
  if (asString(target) === '') causes.push(requiredValue('spec.scaleTargetRef.name'));
  if (asString(apiVersion) === '')
    causes.push(invalidValue('spec.scaleTargetRef.apiVersion', '', 'apiVersion must specify API group'));
  for (const [index, metric] of asArray(spec['metrics']).entries()) {
    for (const name of ['resource', 'containerResource']) {
      const target = asObject(asObject(asObject(metric)[name])['target']);
      causes.push(...validateTarget(target, `spec.metrics[${index}].${name}.target`));
    }
  }
  return causes;
}

function validateTarget({ averageUtilization, averageValue }: JsonObject, at: string): readonly StatusCause[] {
  if (typeof averageUtilization === 'number' && averageUtilization < 1)
    return [invalidValue(`${at}.averageUtilization`, averageUtilization, 'must be greater than 0')];
  if (averageValue !== undefined && !((parseQuantity(averageValue) ?? 0) > 0))
    return [invalidValue(`${at}.averageValue`, averageValue, 'must be positive')];
  return [];
}
