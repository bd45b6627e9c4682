/** Resolves an integer or percentage of a total, rounded up. */
export function partOf(value: unknown, total: number): number {
  return typeof value === 'string' && value.endsWith('%')
    ? Math.ceil((total * Number(value.slice(0, -1))) / 100)
    : Number(value ?? 0);
}
