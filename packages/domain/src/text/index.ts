export { parseYamlDocuments, type YamlOptions } from '../yaml/parse-yaml-documents.ts';
export { replaceText, type TextEdit, type TextReplacement, type TextReplacementRefusal } from './replace-text.ts';
