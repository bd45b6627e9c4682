/** Search parameters before validation: texts from an address, or values from a link. */
export type UncheckedSearch = Readonly<Record<string, unknown>>;

/** Returns a text parameter, unless it is missing. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns a parameter that is a whole number of at most nine digits; `undefined` for any other value. */
export function toCount(value: unknown): number | undefined {
  return /^\d{1,9}$/.test(String(value)) ? Number(value) : undefined;
}
