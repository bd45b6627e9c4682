/** Tests a boolean parameter of a query: set when `true` or `1`. */
export function isTrue(value: string | null): boolean {
  return value === 'true' || value === '1';
}
