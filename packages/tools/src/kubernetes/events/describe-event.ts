import { ageOf } from '../object/age.ts';
import type { EventGroup } from './aggregate-events.ts';

/** An event on one line. `showAbout` says which object it is about. */
export function describeEvent(group: EventGroup, now: Date, { showAbout = true, showNamespace = false } = {}): string {
  const { type, reason, about, namespace, message, count, first, last } = group;
  const times = count > 1 ? `${count}x since ${ageOf(first, now)} ago, last ` : '';
  const object = showAbout ? ` ${showNamespace ? `${namespace}/` : ''}${about}` : '';
  return `${type} ${reason}${object} (${times}${ageOf(last, now)} ago): ${message.replaceAll(/\s+/g, ' ').trim()}`;
}
