const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
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

const quantity = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i))?$/;

/** Parses a quantity by the grammar of Kubernetes, such as `250m`, `1.5Gi` or `1e3`; `undefined` if it is none. */
export function parseQuantity(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const [, digits, exponent = '', unit = ''] = quantity.exec(typeof value === 'string' ? value : '') ?? [];
  return digits === undefined ? undefined : Number(digits + exponent) * (factors[unit] ?? 1);
}

/** Formats CPU in millicores unless whole, and bytes in the largest binary unit that divides them. */
export function formatQuantity(value: number, resource: string): string {
  if (!/memory|storage/.test(resource)) return Number.isInteger(value) ? String(value) : `${Math.round(value * 1000)}m`;
  for (const suffix of ['Ti', 'Gi', 'Mi', 'Ki']) {
    const unit = factors[suffix] ?? 1;
    if (value >= unit && value % unit === 0) return `${value / unit}${suffix}`;
  }
  return String(value);
}
