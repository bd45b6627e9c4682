import { editedText, lineCount } from '../edit-task.ts';
import type { Subject } from '../subject.ts';

/** Looks at every character once: the least that a search without an index can do. */
export async function createSubject(): Promise<Subject> {
  const { length } = editedText;
  return {
    unitsPerRun: 1,
    async run() {
      let newlines = 0;
      for (let at = 0; at < length; at += 1) if (editedText.charCodeAt(at) === 10) newlines += 1;
      if (newlines !== lineCount) throw new Error('The pass lost a line.');
    },
  };
}
