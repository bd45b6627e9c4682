import { yaml } from '@codemirror/lang-yaml';
import type { Extension } from '@codemirror/state';

/** The language of a file, by its name; plain text when it is none that we know. */
export function languageOf(path: string): Extension {
  return /\.ya?ml$/.test(path) ? yaml() : [];
}
