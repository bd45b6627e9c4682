import { expect, it } from 'vitest';
import { isRemediationEnded } from './remediation.ts';

it('isRemediationEnded is false while a remediation is worked on or waits for approval', () => {
  const statuses = ['awaiting_approval', 'investigating', 'executing', 'validating', 'stopped', 'failed'] as const;
  expect(statuses.filter(isRemediationEnded)).toEqual(['stopped', 'failed']);
});
