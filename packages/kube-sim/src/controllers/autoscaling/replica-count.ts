/** What is known of one pod when replicas are reckoned. */
export interface PodSample {
  /** What it uses; undefined where that was not measured. */
  readonly usage: number | undefined;
  /** What a use of a hundred percent would be. */
  readonly base: number;
  /** Whether it has begun to work; a pod that has not may not hide load. */
  readonly isSettled: boolean;
}

interface Target {
  /** The use of a pod that is aimed at, as a part of its base. */
  readonly ratio: number;
  /** What a pod that was not measured is taken to use where that speaks for fewer pods, as a part of its base. */
  readonly assumed: number;
}

/** Replicas follow only where use is off its target by more than a tenth. */
const tolerance = 0.1;

/**
 * How many replicas bring the use of pods to its target. Pods that were not measured, or have not begun to work, never
 * turn the verdict round; they only make it more careful.
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

/** Takes away what counting with binary fractions adds. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
