export { replaceText, type TextEdit, type TextReplacement, type TextReplacementRefusal } from './replace-text.ts';
