import { parseQuantity } from '../../../cluster/object/quantity.ts';
import { type FieldPath, keyOfStep, shorten } from '../field-path.ts';
import type { FieldRule, Judge, Verdict } from '../field-rule.ts';

/**
 * The largest increase of a quantity in one change, and the quantities above which automatic mode is not
 * allowed.
 */
const maxFactor = 4;
const ceilings: Readonly<Record<string, number>> = { cpu: 32, memory: 64 * 1024 ** 3 };

/** Rules for the resources of a container, which the scheduler and the kubelet enforce. */
export const resourceFields: readonly FieldRule[] = ['requests', 'limits'].flatMap((part) => [
  { path: `resources ${part} *`, on: ['changed'], judge: judgeAmount },
  { path: `resources ${part} *`, on: ['added'], judge: judgeAddedAmount },
]);

function judgeAmount({ path, before, after }: Parameters<Judge>[0]): Verdict | undefined {
  const { resource, words } = describeAmount(path);
  const [old, fresh] = [toAmount(before), toAmount(after)];
  if (old === undefined || fresh === undefined || !isKnown(resource)) return undefined;
  const change = `the ${words} from ${shorten(String(before))} to ${shorten(String(after))}`;
  if (fresh === old) return { level: 'low', reason: `Rewrites ${change}, the same amount.` };
  if (fresh < old) return { level: 'medium', reason: `Lowers ${change}.` };
  if (old === 0 || fresh > maxFactor * old) {
    return { level: 'medium', reason: `Raises ${change}, to more than ${maxFactor} times as much.` };
  }
  const ceiling = ceilings[resource];
  if (ceiling === undefined || fresh > ceiling) return { level: 'medium', reason: `Raises ${change}.` };
  return { level: 'low', reason: `Raises ${change}.`, automatic: 'raise_resources' };
}

function judgeAddedAmount({ path, after }: Parameters<Judge>[0]): Verdict | undefined {
  const { resource, words } = describeAmount(path);
  if (toAmount(after) === undefined || !isKnown(resource)) return undefined;
  return { level: 'medium', reason: `Sets the ${words} to ${shorten(String(after))}; it had none.` };
}

function isKnown(resource: string): boolean {
  return resource === 'ephemeral-storage' || Object.hasOwn(ceilings, resource);
}

function toAmount(value: unknown): number | undefined {
  const amount = typeof value === 'string' || typeof value === 'number' ? parseQuantity(String(value)) : undefined;
  return amount !== undefined && Number.isFinite(amount) ? amount : undefined;
}

/** Formats a resource, for example `memory limit of container "web"`. */
function describeAmount(path: FieldPath): { readonly resource: string; readonly words: string } {
  const [container, , part, resource = ''] = path.slice(-4);
  const noun = part === 'limits' ? 'limit' : 'request';
  return { resource, words: `${resource} ${noun} of container "${keyOfStep(container)}"` };
}
