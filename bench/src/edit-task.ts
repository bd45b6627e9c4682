export const lineCount = 8_800;
const blockLength = 1_300;

const lines = Array.from({ length: lineCount }, (_, index) => `    key${index % 977}: value ${index}`);

/** A file of 200 KB. */
export const editedText = `${lines.join('\n')}\n`;

/** 30 KB of it, with one line in the middle that the file has not. */
export const absentBlock = lines
  .slice(lineCount / 2, lineCount / 2 + blockLength)
  .with(blockLength / 2, '    key: of another file')
  .join('\n');
