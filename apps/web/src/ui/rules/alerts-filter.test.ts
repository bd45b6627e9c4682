import { expect, test } from 'vitest';
import { parseAlertsFilter } from './alerts-filter.ts';

test.each([
  ['no parameters', {}, {}],
  ['a status and a severity', { status: 'resolved', severity: 'high' }, { status: 'resolved', severity: 'high' }],
  ['every status', { status: 'all' }, { status: 'all' }],
  ['a severity as a status', { status: 'high', severity: 'active' }, {}],
  ['unknown values', { status: 'toString', severity: '' }, {}],
])('parseAlertsFilter reads %s', (_, search, filter) => {
  expect(parseAlertsFilter(search)).toEqual(filter);
});
