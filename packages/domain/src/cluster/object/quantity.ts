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
export function parseQuantity(text: string | undefined): number | undefined {
  const [, digits, exponent = '', unit = ''] = quantity.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits + exponent) * (factors[unit] ?? 1);
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
