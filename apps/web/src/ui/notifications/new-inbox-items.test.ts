import type { InboxItemView } from '@shipmate/protocol/web/inbox';
import { expect, test } from 'vitest';
import { newInboxItems } from './new-inbox-items.ts';

const item = (id: string, kind: InboxItemView['kind'] = 'proposal') =>
  ({ kind, id, createdAt: `2026-11-23T00:00:0${id}Z` }) as InboxItemView;

test.each([
  ['nothing at the first read', undefined, [item('1')], []],
  ['an item that was not there', [item('1')], [item('2'), item('1')], ['2']],
  ['the first item of an empty inbox', [], [item('1')], ['1']],
  ['no item of an older page', [item('3')], [item('3'), item('1')], []],
  ['no item whose run waits', [], [item('1', 'approval')], []],
] as const)('newInboxItems returns %s', (_, before, now, expected) => {
  expect(newInboxItems(before, now).map(({ id }) => id)).toEqual(expected);
});
