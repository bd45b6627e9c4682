import { expect, it } from 'vitest';
import { findOperatorPurpose, operatorPurposes } from './operator-purposes.ts';

it('operatorPurposes states the source and short purposes of some sixty groups', () => {
  expect(operatorPurposes.size).toBeGreaterThanOrEqual(60);
  for (const [group, { source, kinds }] of operatorPurposes) {
    expect.soft(source, group).toMatch(/^https:\/\/\S+$/);
    expect.soft(Object.keys(kinds), group).not.toEqual([]);
    for (const [kind, purpose] of Object.entries(kinds)) {
      expect.soft(purpose, `${kind}.${group}`).toMatch(/^[A-Z].{10,125}\.$/);
    }
  }
});

it('findOperatorPurpose ignores the case of a kind, and returns nothing for an unknown one', () => {
  expect(findOperatorPurpose('kafka.strimzi.io', 'kafkatopic')).toContain('Kafka topic');
  expect(findOperatorPurpose('kafka.strimzi.io', 'toString')).toBeUndefined();
  expect(findOperatorPurpose('constructor', 'name')).toBeUndefined();
});
