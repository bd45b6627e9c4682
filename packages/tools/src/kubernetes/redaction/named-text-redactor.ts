import { createTextRedactor } from './redact-text.ts';
import { createNameSearch, createSecretNames, rememberNames, type SecretNameOptions } from './secret-names.ts';

/** Redacts secrets in text by the names beside them. */
interface NamedTextRedactor {
  readonly isSecretName: (name: string) => boolean;
  readonly text: (text: string) => string;
}

/** Creates a redactor of text for the names of secrets. */
export function createNamedTextRedactor(options: SecretNameOptions = {}): NamedTextRedactor {
  const isSecretName = rememberNames(createSecretNames(options));
  return { isSecretName, text: createTextRedactor({ isSecretName, mayName: createNameSearch(options) }) };
}
