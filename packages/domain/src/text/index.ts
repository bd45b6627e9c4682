export { replaceText, type TextEdit, type TextReplacement, type TextReplacementRefusal } from './replace-text.ts';
export { countChangedLines, toUnifiedDiff } from './unified-diff.ts';
