import { createEditTask } from '../edit-task.ts';
import type { Subject, TaskSize } from '../subject.ts';

/** Reads every character once: the minimum for a search without an index. */
export async function createSubject(size: TaskSize): Promise<Subject> {
  const { text } = createEditTask(size);
  return {
    unitsPerRun: 1,
    async run() {
      let newlines = 0;
      for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 10) newlines += 1;
      if (newlines !== size.lines) throw new Error('The pass lost a line.');
    },
  };
}
