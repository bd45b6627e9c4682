import { AppError } from '@shipmate/core';
import { annotationsOf, type KubeObject, nameOf, objectsAt, textAt } from '@shipmate/domain/cluster';

/** The chosen container of a pod, and the other containers. */
export interface ChosenContainer {
  readonly name: string;
  readonly others: readonly string[];
}

/**
 * Chooses a container as kubectl does: the requested one, else the pod's default, else the first.
 *
 * @throws AppError `NOT_FOUND` that lists the pod's containers.
 */
export function chooseContainer(pod: KubeObject, wanted: string | undefined): ChosenContainer {
  const names = ['containers', 'initContainers', 'ephemeralContainers']
    .flatMap((field) => objectsAt(pod, 'spec', field))
    .map((container) => textAt(container, 'name') ?? '');
  const byDefault = annotationsOf(pod)['kubectl.kubernetes.io/default-container'];
  const name = wanted ?? (typeof byDefault === 'string' && names.includes(byDefault) ? byDefault : names[0]);
  if (name !== undefined && names.includes(name)) return { name, others: names.filter((each) => each !== name) };
  throw new AppError({
    code: 'NOT_FOUND',
    message: `Pod "${nameOf(pod)}" has no container "${(name ?? '').slice(0, 80)}". It has: ${names.join(', ')}.`,
    details: { field: 'container' },
  });
}
