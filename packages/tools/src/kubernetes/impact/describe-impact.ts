import { describeManager, type KubeObject, managedBy } from '@shipmate/domain/cluster/object';
import { titleOf } from '../change/describe-change.ts';
import type { Impact } from './read-impact.ts';

const maxLines = 60;

/** Describes the dependents of an object, one per line, the nearest first. */
export function describeImpact({ object, owners, dependants, pods, unread }: Impact): string {
  const makers = owners.flatMap(({ object: owner }) => (owner === undefined ? [] : [owner]));
  const manager = managedBy(makers.at(-1) ?? object);
  return [
    `Object: ${titleOf(object)}`,
    ...makers.map((owner) => `Controlled by ${titleOf(owner)}, which would recreate it`),
    ...(manager === undefined ? [] : [`Managed by ${describeManager(manager)}, which would undo a change`]),
    ...(dependants.length === 0 ? ['No object that was read depends on it.'] : ['Needed by:']),
    ...shorten(
      dependants.map(({ object: dependant, of, because, isOptional, distance }) => {
        const how = distance === 1 ? because : `${because}, by ${titleOf(of)}`;
        return `${'  '.repeat(distance)}${titleOf(dependant)} (${how}${isOptional ? '; optional' : ''})`;
      }),
    ),
    ...(pods.length === 0 ? [] : [`Pods that run there: ${pods.length}`]),
    ...shorten(pods.map((pod: KubeObject) => `  ${titleOf(pod)}`)),
    ...unread.map((each) => `Not all is known of ${each}`),
  ].join('\n');
}

function shorten(lines: readonly string[]): readonly string[] {
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} more`];
}
