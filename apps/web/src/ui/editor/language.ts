import { yaml } from '@codemirror/lang-yaml';
import type { Extension } from '@codemirror/state';
import { helmTemplate } from './helm-template.ts';

/** Returns the language of a file by its path in a chart; plain text for an unknown one. */
export function languageOf(path: string): Extension {
  if (/(^|\/)templates\//.test(path) || path.endsWith('.tpl')) return helmTemplate;
  return /\.ya?ml$/.test(path) ? yaml() : [];
}
