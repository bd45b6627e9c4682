import type { JsonValue } from '@shipmate/core';

/** Converts a value of a template. A value that a filter cannot convert stays as it is. */
type TemplateFilter = (value: JsonValue, argument: string | undefined) => JsonValue;

const onText =
  (convert: (text: string, argument: string | undefined) => string): TemplateFilter =>
  (value, argument) =>
    typeof value === 'string' ? convert(value, argument) : value;

const onNumber =
  (convert: (value: number, argument: string | undefined) => JsonValue): TemplateFilter =>
  (value, argument) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? convert(number, argument) : value;
  };

const onList =
  (convert: (list: readonly JsonValue[], argument: string | undefined) => JsonValue): TemplateFilter =>
  (value, argument) =>
    Array.isArray(value) ? convert(value as readonly JsonValue[], argument) : value;

const filters: Readonly<Record<string, TemplateFilter>> = {
  uppercase: onText((text) => text.toUpperCase()),
  lowercase: onText((text) => text.toLowerCase()),
  capitalize: onText((text) => text.charAt(0).toUpperCase() + text.slice(1)),
  trim: onText((text) => text.trim()),
  truncate: onText((text, argument) => truncate(text, toCount(argument, 100))),
  default: (value, argument = '') => (value === null || value === '' ? argument : value),
  round: onNumber((value, argument) => Number(value.toFixed(toCount(argument, 0)))),
  currency: onNumber((value, argument = 'USD') => formatCurrency(value, argument)),
  formatDate: onText((text, argument = 'YYYY-MM-DD') => formatDate(text, argument)),
  join: onList((list, argument = ', ') => list.map((each) => toValueText(each)).join(argument)),
  first: onList((list) => list[0] ?? null),
  last: onList((list) => list.at(-1) ?? null),
};

/** Finds a filter by its name. */
export function findFilter(name: string): TemplateFilter | undefined {
  return Object.hasOwn(filters, name) ? filters[name] : undefined;
}

/** Converts a value to the text that a template inserts; null is empty, objects and lists are JSON. */
export function toValueText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toCount(argument: string | undefined, fallback: number): number {
  return argument !== undefined && /^\d{1,3}$/.test(argument) ? Math.min(Number(argument), 100) : fallback;
}

function truncate(text: string, length: number): string {
  const letters = Array.from(text.slice(0, 2 * length + 2));
  return letters.length > length ? `${letters.slice(0, length).join('')}…` : text;
}

function formatCurrency(value: number, currency: string): string {
  if (!/^[A-Za-z]{3}$/.test(currency)) return String(value);
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(value);
}

/** Formats a time in UTC. */
function formatDate(text: string, pattern: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return text;
  const iso = time.toISOString();
  const parts: Readonly<Record<string, string>> = {
    YYYY: iso.slice(0, 4),
    MM: iso.slice(5, 7),
    DD: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
  };
  return pattern.replace(/YYYY|MM|DD|HH|mm|ss/g, (part) => parts[part] ?? part);
}
