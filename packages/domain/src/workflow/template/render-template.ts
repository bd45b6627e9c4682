import { AppError, type JsonValue } from '@shipmate/core';
import type { Row } from '../condition/evaluate-conditions.ts';
import { parseTemplate, type TemplateExpression } from './parse-template.ts';
import { findFilter, toValueText } from './template-filters.ts';

/** The variables of templates: a row's fields, `entity_id`, `event_type`, `rule_name`, `execution_id`, `$me` and `$now`. */
export interface TemplateScope {
  readonly variables: Row;
  /** Results of earlier actions, by the action's name: `{{Check stock.quantity}}`. */
  readonly results: Readonly<Record<string, JsonValue>>;
}

/** Nesting of configurations below which templates are rendered. */
const maxDepth = 20;

/** Characters of the values in a rendered configuration. A few templates can repeat a long value of a row many times. */
const maxChars = 1_000_000;

/** The characters that the values of a configuration may still have. */
interface Budget {
  left: number;
}

/**
 * Renders the templates in a configuration. A text that is one expression keeps the type of its value; a variable that does
 * not exist is null.
 *
 * @throws AppError `VALIDATION_ERROR` when the values have more than a million characters
 */
export function renderTemplates(value: JsonValue, scope: TemplateScope): JsonValue {
  const budget: Budget = { left: maxChars };
  const render = (each: JsonValue, depth: number): JsonValue => {
    if (typeof each === 'string') return renderTemplate(each, scope, budget);
    if (typeof each !== 'object' || each === null || depth === maxDepth) return each;
    if (Array.isArray(each)) return each.map((item) => render(item as JsonValue, depth + 1));
    return Object.fromEntries(Object.entries(each).map(([name, item]) => [name, render(item as JsonValue, depth + 1)]));
  };
  return render(value, 0);
}

function renderTemplate(template: string, scope: TemplateScope, budget: Budget): JsonValue {
  if (!template.includes('{{')) return template;
  const { parts } = parseTemplate(template);
  const [only] = parts;
  const toText = (expression: TemplateExpression): string => charge(toValueText(evaluate(expression, scope)), budget);
  if (parts.length === 1 && typeof only === 'object') {
    toText(only);
    return evaluate(only, scope);
  }
  return parts.map((part) => (typeof part === 'string' ? part : toText(part))).join('');
}

function charge(text: string, budget: Budget): string {
  budget.left -= text.length;
  if (budget.left >= 0) return text;
  const limit = maxChars.toLocaleString('en-US');
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The rendered configuration is longer than ${limit} characters. Shorten its values with the filter truncate.`,
  });
}

function evaluate({ path, filters }: TemplateExpression, scope: TemplateScope): JsonValue {
  return filters.reduce<JsonValue>(
    (value, { name, argument }) => findFilter(name)?.(value, argument) ?? null,
    resolvePath(path, scope),
  );
}

/** Resolves a path: a variable first, then the longest action name that it begins with. */
function resolvePath(path: string, { variables, results }: TemplateScope): JsonValue {
  if (Object.hasOwn(variables, path)) return variables[path] ?? null;
  const action = Object.keys(results)
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .toSorted((one, other) => other.length - one.length)[0];
  const [root, rest] =
    action === undefined ? [variables, path] : [results[action] ?? null, path.slice(action.length + 1)];
  return rest === '' ? (root as JsonValue) : descend(root as JsonValue, rest.split('.'));
}

function descend(value: JsonValue, names: readonly string[]): JsonValue {
  let current: JsonValue = value;
  for (const name of names) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return null;
    current = (current as Readonly<Record<string, JsonValue>>)[name] ?? null;
  }
  return current;
}
