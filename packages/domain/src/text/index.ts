export { replaceText, type TextEdit, type TextReplacement, type TextReplacementRefusal } from './replace-text.ts';
export { compareTexts, countChangedLines, toUnifiedDiff } from './unified-diff.ts';
