import { fenceText } from '@shipmate/core';
import type { PlatformWork } from '@shipmate/domain/operation';
import type { Proposal } from '@shipmate/domain/proposal';
import { describeQuestion } from '../describe-question.ts';

/** Describes a build-platform proposal and its next step for a model. */
export function describePlatformWork({ id, status }: Proposal, work: PlatformWork): string {
  const { operation, why, questions, command, result } = work;
  const heading = [
    `Proposal ${id}: ${operation.tool} ${operation.operation}.`,
    fenceText(why, { source: 'model' }),
  ].join('\n');
  switch (status) {
    case 'asking':
      return [
        heading,
        'Ask the person, in one message, what is open; show what is suggested and what holds without an answer:',
        fenceText(questions.map(describeQuestion).join('\n'), { source: 'program' }),
        'Then call build-platform with proposalId and answers by name; leave out what they are content with.',
      ].join('\n');
    case 'ready':
      return [
        heading,
        `The command: ${JSON.stringify(command)}`,
        'Nothing was done yet. Call run_operation with proposalId and exactly this command; the person is asked to approve it.',
      ].join('\n');
    case 'taken':
      return `${heading}\nIt is being executed, or its process ended during the execution. It cannot be executed again.`;
    case 'done':
    case 'failed':
      return `${heading}\nIt was executed. ${result?.summary ?? ''}`;
    case 'withdrawn':
      return `${heading}\nThe person withdrew it.`;
  }
}
