import type { TaskSize } from './subject.ts';

/** A text, and a block that differs from a part of it in one line. */
export interface EditTask {
  readonly text: string;
  readonly absentBlock: string;
}

const blockLines = 1_300;

/** Creates a text of about 23 bytes a line, and a block of 30 KB that differs from it in the middle line. */
export function createEditTask({ lines: count }: Pick<TaskSize, 'lines'>): EditTask {
  const lines = Array.from({ length: count }, (_, index) => `    key${index % 977}: value ${index}`);
  return {
    text: `${lines.join('\n')}\n`,
    absentBlock: lines
      .slice(count / 2, count / 2 + blockLines)
      .with(blockLines / 2, '    key: of another file')
      .join('\n'),
  };
}
