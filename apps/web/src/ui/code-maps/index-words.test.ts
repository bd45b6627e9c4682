import { expect, it } from 'vitest';
import { describePhase, leftOutWords } from './index-words.ts';

it('describePhase names known phases, and others in general', () => {
  expect(['analysis', 'elsewhere'].map(describePhase)).toEqual(['Analyzing files', 'Indexing']);
  expect(leftOutWords['binary']).toBe('Binary files');
});
