import { expect, it } from 'vitest';
import type { ClientEvent } from '../chat/use-conversation-chat.ts';
import { deliverEvent, type PageLinks } from './page-link.ts';

const event = (answer: number, data: string): ClientEvent => ({ type: 'canvas_actions', data, answer });

it('deliverEvent keeps events of the newest answer for the next page when the page on the screen takes none', () => {
  const links: { current: PageLinks } = { current: { shown: null, waiting: [] } };
  expect(['a', 'b'].map((data) => deliverEvent(links, event(1, data)))).toEqual([false, false]);
  expect(links.current.waiting.map(({ data }) => data)).toEqual(['a', 'b']);
  deliverEvent(links, event(2, 'c'));
  expect(links.current.waiting.map(({ data }) => data)).toEqual(['c']);
  const taken: unknown[] = [];
  const shown = { readContext: () => ({}), onClientEvent: ({ data }: ClientEvent) => taken.push(data) > 0 };
  links.current = { ...links.current, shown };
  expect(deliverEvent(links, event(2, 'd'))).toBe(true);
  expect([taken, links.current.waiting.length]).toEqual([['d'], 1]);
});
