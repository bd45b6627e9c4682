const suffixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** Parses a quantity such as `500m`, `1.5Gi` or `1e3`; undefined if malformed. */
export function parseQuantity(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d+)|([A-Za-z]*))$/.exec(value);
  const factor = suffixes[match?.[3] ?? ''];
  return match && factor !== undefined ? Number(`${match[1]}${match[2] ?? ''}`) * factor : undefined;
}

/** Formats CPU in millicores unless whole, and bytes in the largest binary unit that divides them. */
export function formatQuantity(value: number, resource: string): string {
  if (!/memory|storage/.test(resource)) return Number.isInteger(value) ? String(value) : `${Math.round(value * 1000)}m`;
  for (const suffix of ['Ti', 'Gi', 'Mi', 'Ki']) {
    const unit = suffixes[suffix] ?? 1;
    if (value >= unit && value % unit === 0) return `${value / unit}${suffix}`;
  }
  return String(value);
}
