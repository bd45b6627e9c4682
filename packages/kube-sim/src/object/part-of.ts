/** What a number, or a percentage rounded up, means of a total. */
export function partOf(value: unknown, total: number): number {
  return typeof value === 'string' && value.endsWith('%')
    ? Math.ceil((total * Number(value.slice(0, -1))) / 100)
    : Number(value ?? 0);
}
