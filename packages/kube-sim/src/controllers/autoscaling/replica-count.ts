/** A pod's part in the replica computation. */
export interface PodSample {
  /** Measured usage; undefined if missing. */
  readonly usage: number | undefined;
  /** Usage that counts as 100 percent. */
  readonly base: number;
  /** False for a pod that is still starting; it never lowers the desired size. */
  readonly isSettled: boolean;
}

interface Target {
  /** Target usage per pod, as a fraction of its base. */
  readonly ratio: number;
  /** Assumed usage of a pod without measurement when scaling down, as a fraction of its base. */
  readonly assumed: number;
}

/** Usage within a tenth of its target changes nothing. */
const tolerance = 0.1;

/**
 * Computes the replicas that bring usage to its target. Pods without measurement or still starting can reduce a
 * change,
 * but never reverse it.
 */
export function countReplicas(current: number, samples: readonly PodSample[], target: Target): number {
  const measured = samples.filter(({ usage, isSettled }) => usage !== undefined && isSettled);
  const first = ratioOf(measured, target);
  const absent = samples.filter(({ usage }) => usage === undefined);
  const starting = samples.filter(({ usage, isSettled }) => usage !== undefined && !isSettled);
  const isUp = first > 1;
  if (absent.length === 0 && !(isUp && starting.length > 0))
    return isWithin(first) ? current : Math.ceil(round(first * measured.length));
  const filled = [
    ...measured,
    ...absent.map((each) => ({ ...each, usage: isUp ? 0 : each.base * target.assumed })),
    ...(isUp ? starting.map((each) => ({ ...each, usage: 0 })) : []),
  ];
  const careful = ratioOf(filled, target);
  if (isWithin(careful) || careful > 1 !== isUp) return current;
  const wanted = Math.ceil(round(careful * filled.length));
  return isUp ? Math.max(current, wanted) : Math.min(current, wanted);
}

function ratioOf(samples: readonly PodSample[], { ratio }: Target): number {
  const used = samples.reduce((sum, { usage = 0 }) => sum + usage, 0);
  const base = samples.reduce((sum, each) => sum + each.base, 0);
  return round(used / base / ratio);
}

function isWithin(ratio: number): boolean {
  return Math.abs(ratio - 1) <= tolerance + Number.EPSILON;
}

/** Removes floating-point noise. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
