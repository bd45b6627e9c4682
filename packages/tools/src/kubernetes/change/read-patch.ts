import { AppError } from '@shipmate/core';
import { parseDocument } from 'yaml';

/** Reads a patch that is YAML or JSON. @throws AppError `VALIDATION_ERROR` */
export function readPatch(text: string): unknown {
  const document = parseDocument(text, { version: '1.1', logLevel: 'silent' });
  const [error] = document.errors;
  if (!error) return document.toJS({ maxAliasCount: 50 });
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `patch is neither YAML nor JSON: ${error.message}`,
    details: { field: 'patch' },
  });
}
