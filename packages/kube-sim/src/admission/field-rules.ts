import { duplicateValue, invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asString } from '../object/json-value.ts';

/** Refuses a combination of fields. */
export function forbiddenField(field: string, why: string): StatusCause {
  return { reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field };
}

/** Checks a port number. */
export function checkPort(port: unknown, field: string): readonly StatusCause[] {
  const isPort = typeof port === 'number' && port > 0 && port < 65_536;
  return isPort ? [] : [invalidValue(field, port, 'must be between 1 and 65535, inclusive')];
}

const portNameRules: readonly (readonly [RegExp, string])[] = [
  [/^.{0,15}$/, 'must be no more than 15 characters'],
  [/^[-a-z0-9]+$/, 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'],
  [/[a-z]/, 'must contain at least one letter (a-z)'],
  [/^(?!.*--)/, 'must not contain consecutive hyphens'],
  [/^(?!-)(?!.*-$)/, 'must not begin or end with a hyphen'],
];

/** Checks a port name. */
export function checkPortName(name: string, field: string): readonly StatusCause[] {
  return portNameRules.filter(([rule]) => !rule.test(name)).map(([, why]) => invalidValue(field, name, why));
}

/** Checks a port given by number or by name. */
export function checkPortOrName(port: unknown, field: string): readonly StatusCause[] {
  return typeof port === 'string' ? checkPortName(port, field) : checkPort(port, field);
}

/** Checks that none of these numbers is negative; missing ones pass. */
export function checkNotNegative(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
  path: string,
): readonly StatusCause[] {
  return names
    .filter((name) => typeof values[name] === 'number' && values[name] < 0)
    .map((name) => invalidValue(`${path}.${name}`, values[name], 'must be greater than or equal to 0'));
}

/** Checks that a list contains a value. */
export function checkChoice(value: unknown, supported: readonly string[], field: string): readonly StatusCause[] {
  if (value === undefined || value === '') return [requiredValue(field)];
  return supported.includes(asString(value)) ? [] : [unsupportedValue(field, value, supported)];
}

/** Refuses each duplicate value. */
export function checkUnique(values: readonly unknown[], toField: (index: number) => string): readonly StatusCause[] {
  return values.flatMap((value, index) =>
    value !== undefined && value !== '' && values.indexOf(value) < index ? [duplicateValue(toField(index), value)] : [],
  );
}
