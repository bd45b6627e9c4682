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

/** Parses a quantity such as `250m`, `1.5Gi` or `1e3`; `undefined` if it is none. */
export function parseQuantity(text: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^([\d.]+(?:[eE][+-]?\d+)?)([numkMGTP]|[KMGTP]i)?$/.exec(text ?? '') ?? [];
  const factor = factors[unit];
  return digits === undefined || factor === undefined ? undefined : Number(digits) * factor;
}

/** Formats CPU in millicores, as kubectl does. */
export function formatCpu(amount: number): string {
  // The rounding error of a sum is less than this; it must not add a millicore.
  return `${Math.ceil(amount * 1000 - 1e-6)}m`;
}

/** Formats memory in MiB, as kubectl does. */
export function formatMemory(amount: number): string {
  return `${Math.round(amount / 1024 ** 2)}Mi`;
}
