import { type JsonObject, objectAt, objectsAt, textAt, textsAt } from './read-value.ts';

/**
 * Checks whether a label selector, `matchLabels` and `matchExpressions`, selects labels. An empty one selects
 * all.
 */
export function matchesSelector(selector: JsonObject, labels: JsonObject): boolean {
  return (
    matchesLabels(objectAt(selector, 'matchLabels'), labels) &&
    objectsAt(selector, 'matchExpressions').every((expression) => matchesExpression(expression, labels))
  );
}

/** Checks whether labels have all the values of a plain selector, as a Service has it. */
export function matchesLabels(selector: JsonObject, labels: JsonObject): boolean {
  return Object.entries(selector).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}

function matchesExpression(expression: JsonObject, labels: JsonObject): boolean {
  const key = textAt(expression, 'key') ?? '';
  const value = textAt(labels, key);
  const values = textsAt(expression, 'values');
  switch (textAt(expression, 'operator')) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}
