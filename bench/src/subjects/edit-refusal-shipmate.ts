import { replaceText } from '../../../packages/domain/src/text/index.ts';
import { createEditTask } from '../edit-task.ts';
import type { Subject, TaskSize } from '../subject.ts';

export async function createSubject(size: TaskSize): Promise<Subject> {
  const { text, absentBlock } = createEditTask(size);
  return {
    unitsPerRun: 1,
    async run() {
      const result = replaceText(text, { oldStr: absentBlock, newStr: '' });
      if (result.applied || result.reason !== 'absent') throw new Error('The block was found.');
    },
  };
}
