import type { TaskSize } from './subject.ts';

/** A text, and a passage that it has but for one line. */
export interface EditTask {
  readonly text: string;
  readonly absentBlock: string;
}

const blockLines = 1_300;

/** A text of some 23 bytes a line, and 30 KB of it with one line in the middle that it has not. */
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
