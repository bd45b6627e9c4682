import { ageOf } from '../object/age.ts';
import type { EventGroup } from './aggregate-events.ts';
import { withoutPod } from './event-shape.ts';

/** Renders an event on one line. `showAbout` adds the object that it is about. */
export function describeEvent(group: EventGroup, now: Date, { showAbout = true, showNamespace = false } = {}): string {
  const { type, reason, about, others, namespace, message, count, first, last } = group;
  const times = count > 1 ? `${count}x since ${ageOf(first, now)} ago, last ` : '';
  const more = others === 0 ? '' : ` and ${others} other${others === 1 ? '' : 's'}`;
  const object = showAbout ? ` ${showNamespace ? `${namespace}/` : ''}${about}${more}` : '';
  return `${type} ${reason}${object} (${times}${ageOf(last, now)} ago): ${withoutPod(message).replaceAll(/\s+/g, ' ').trim()}`;
}
