import { type JsonObject, objectAt, objectsAt, textAt, textsAt } from '@shipmate/domain/cluster';

/** Returns an object's label selector in the syntax of the API's query. Empty when it selects everything. */
export function toSelectorText(selector: JsonObject): string {
  const labels = Object.entries(objectAt(selector, 'matchLabels')).map(([key, value]) => `${key}=${String(value)}`);
  const expressions = objectsAt(selector, 'matchExpressions').map((expression) => {
    const key = textAt(expression, 'key') ?? '';
    const values = textsAt(expression, 'values').join(',');
    const operator = textAt(expression, 'operator');
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'NotIn' ? 'notin' : 'in'} (${values})`;
  });
  return [...labels, ...expressions].join(',');
}
