const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
  Pi: 1024 ** 5,
};

/** Reads an amount such as `250m`, `1.5Gi` or `1e3`; `undefined` when it is none. */
export function parseQuantity(text: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^([\d.]+(?:[eE][+-]?\d+)?)([numkMGTP]|[KMGTP]i)?$/.exec(text ?? '') ?? [];
  const factor = factors[unit];
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}

/** Processor time in thousandths of a processor, as kubectl shows it. */
export function formatCpu(amount: number): string {
  // A sum of parts is off by less than this; it must not be a thousandth more for it.
  return `${Math.ceil(amount * 1000 - 1e-6)}m`;
}

/** Memory in MiB, as kubectl shows it. */
export function formatMemory(amount: number): string {
  return `${Math.round(amount / 1024 ** 2)}Mi`;
}
