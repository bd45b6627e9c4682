import { replaceText } from '../../../packages/domain/src/index.ts';
import { absentBlock, editedText } from '../edit-task.ts';
import type { Subject } from '../subject.ts';

export async function createSubject(): Promise<Subject> {
  return {
    unitsPerRun: 1,
    async run() {
      const result = replaceText(editedText, { oldStr: absentBlock, newStr: '' });
      if (result.applied || result.reason !== 'absent') throw new Error('The block was found.');
    },
  };
}
