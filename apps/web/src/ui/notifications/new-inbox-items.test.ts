import type { InboxItemView } from '@shipmate/protocol/web/inbox';
import { expect, test } from 'vitest';
import { newInboxItems } from './new-inbox-items.ts';

const item = (id: string, kind: InboxItemView['kind'] = 'proposal') =>
  ({ kind, id, createdAt: `2026-11-23T00:00:0${id}Z` }) as InboxItemView;

test.each([
  { name: 'nothing at the first read', before: undefined, now: [item('1')], expected: [] },
  { name: 'an item that was not there', before: [item('1')], now: [item('2'), item('1')], expected: ['2'] },
  { name: 'the first item of an empty inbox', before: [], now: [item('1')], expected: ['1'] },
  { name: 'no item of an older page', before: [item('3')], now: [item('3'), item('1')], expected: [] },
  { name: 'no item whose run waits', before: [], now: [item('1', 'approval')], expected: [] },
])('newInboxItems returns $name', ({ before, now, expected }) => {
  expect(newInboxItems(before, now).map(({ id }) => id)).toEqual(expected);
});
