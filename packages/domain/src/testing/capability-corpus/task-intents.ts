import { dataAndDeliveryTasks } from './data-and-delivery-tasks.ts';
import { networkAndPlatformTasks } from './network-and-platform-tasks.ts';
import type { TaskIntent } from './task-intent.ts';

/**
 * A hundred tasks, reworded from the public documentation of the operators. Their order is fixed: those at even places
 * may be used for tuning, those at odd places only for measuring. No entry is changed after a measurement.
 */
const taskIntents: readonly TaskIntent[] = [...dataAndDeliveryTasks, ...networkAndPlatformTasks];

/** The tasks that may be used for tuning. */
export const tunedIntents: readonly TaskIntent[] = taskIntents.filter((_intent, place) => place % 2 === 0);

/** The tasks that are only measured. */
export const frozenIntents: readonly TaskIntent[] = taskIntents.filter((_intent, place) => place % 2 === 1);
