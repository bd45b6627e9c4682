import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';

/** Limits on the speed of scaling in one direction. */
interface ScalingRules {
  /** Stabilization window: the most careful recommendation within it applies. */
  readonly windowMs: number;
  readonly selectPolicy: unknown;
  readonly policies: readonly JsonObject[];
}

/** A recommended size or a change, with its time. */
interface Dated {
  readonly at: number;
  readonly replicas: number;
}

/** The history of an autoscaler. */
export interface ScalingHistory {
  recommendations: readonly Dated[];
  /** Added pods; negative for removed ones. */
  changes: readonly Dated[];
}

interface Settled {
  readonly replicas: number;
  readonly able: JsonObject;
  readonly limited: JsonObject;
}

const defaults = {
  scaleUp: {
    windowSeconds: 0,
    policies: [
      { type: 'Pods', value: 4, periodSeconds: 15 },
      { type: 'Percent', value: 100, periodSeconds: 15 },
    ],
  },
  scaleDown: { windowSeconds: 300, policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
} as const;

function rulesOf(spec: JsonObject, direction: 'scaleUp' | 'scaleDown'): ScalingRules {
  const given = asObject(asObject(spec['behavior'])[direction]);
  const policies = asArray(given['policies']).map(asObject);
  return {
    windowMs: 1000 * Number(given['stabilizationWindowSeconds'] ?? defaults[direction].windowSeconds),
    selectPolicy: given['selectPolicy'],
    policies: policies.length > 0 ? policies : defaults[direction].policies,
  };
}

/** Limits a recommended size by the autoscaler's behaviour and bounds, and reports the limit that applied. */
export function settleReplicas(
  spec: JsonObject,
  history: ScalingHistory,
  { current, recommended, now }: { readonly current: number; readonly recommended: number; readonly now: number },
): Settled {
  const [up, down] = [rulesOf(spec, 'scaleUp'), rulesOf(spec, 'scaleDown')];
  const within = (windowMs: number) =>
    history.recommendations.filter(({ at }) => at > now - windowMs).map(({ replicas }) => replicas);
  const highest = Math.max(recommended, ...within(down.windowMs));
  const lowest = Math.min(recommended, ...within(up.windowMs));
  const stable = Math.min(Math.max(current, lowest), highest);
  const longest = Math.max(up.windowMs, down.windowMs);
  history.recommendations = [
    ...history.recommendations.filter(({ at }) => at > now - longest),
    { at: now, replicas: recommended },
  ];
  return { ...bound(spec, { current, wanted: stable, up, down, history, now }), able: explain(recommended, stable) };
}

function explain(recommended: number, stable: number): JsonObject {
  const able = { type: 'AbleToScale', status: 'True' };
  if (stable > recommended) {
    const message = 'recent recommendations were higher than current one, applying the highest recent recommendation';
    return { ...able, reason: 'ScaleDownStabilized', message };
  }
  if (stable < recommended) {
    const message = 'recent recommendations were lower than current one, applying the lowest recent recommendation';
    return { ...able, reason: 'ScaleUpStabilized', message };
  }
  return { ...able, reason: 'ReadyForNewScale', message: 'recommended size matches current size' };
}

interface RecommendedSize {
  readonly current: number;
  readonly wanted: number;
  readonly up: ScalingRules;
  readonly down: ScalingRules;
  readonly history: ScalingHistory;
  readonly now: number;
}

function bound(spec: JsonObject, { current, wanted, up, down, history, now }: RecommendedSize) {
  const minimum = Number(spec['minReplicas'] ?? 1);
  const maximum = Number(spec['maxReplicas'] ?? wanted);
  if (wanted > current) {
    const rate = Math.max(current, furthest(up, { direction: 1, current, history, now }));
    const [limit, why] = rate < maximum ? ([rate, 'up'] as const) : ([maximum, 'many'] as const);
    if (wanted > limit) return { replicas: limit, limited: limitedBy(why) };
  }
  if (wanted < current) {
    const rate = Math.min(current, furthest(down, { direction: -1, current, history, now }));
    const [limit, why] = rate > minimum ? ([rate, 'down'] as const) : ([minimum, 'few'] as const);
    if (wanted < limit) return { replicas: limit, limited: limitedBy(why) };
  }
  if (wanted > maximum) return { replicas: maximum, limited: limitedBy('many') };
  if (wanted < minimum) return { replicas: minimum, limited: limitedBy('few') };
  const message = 'the desired count is within the acceptable range';
  return {
    replicas: wanted,
    limited: { type: 'ScalingLimited', status: 'False', reason: 'DesiredWithinRange', message },
  };
}

/** The furthest size that the policies of a direction allow. */
function furthest(
  { selectPolicy, policies }: ScalingRules,
  {
    direction,
    current,
    history,
    now,
  }: Pick<RecommendedSize, 'current' | 'history' | 'now'> & { readonly direction: 1 | -1 },
): number {
  if (selectPolicy === 'Disabled') return current;
  const reached = policies.map(({ type, value, periodSeconds }) => {
    const recent = history.changes.filter(({ at }) => at > now - 1000 * Number(periodSeconds));
    const start = current - recent.reduce((sum, { replicas }) => sum + replicas, 0);
    const step = direction * Number(value);
    if (type === 'Pods') return start + step;
    return direction > 0 ? Math.ceil(start * (1 + step / 100)) : Math.floor(start * (1 + step / 100));
  });
  const isFast = selectPolicy !== 'Min';
  return isFast === direction > 0 ? Math.max(...reached) : Math.min(...reached);
}

const limits = {
  many: ['TooManyReplicas', 'the desired replica count is more than the maximum replica count'],
  few: ['TooFewReplicas', 'the desired replica count is less than the minimum replica count'],
  up: ['ScaleUpLimit', 'the desired replica count is increasing faster than the maximum scale rate'],
  down: ['ScaleDownLimit', 'the desired replica count is decreasing faster than the maximum scale rate'],
} as const;

function limitedBy(limit: keyof typeof limits): JsonObject {
  const [reason, message] = limits[limit];
  return { type: 'ScalingLimited', status: 'True', reason, message };
}
