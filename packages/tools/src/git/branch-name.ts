import { AppError } from '@shipmate/core';

const maxLength = 200;

/**
 * Parses a branch name that is safe for git and shells. @throws AppError `VALIDATION_ERROR` about the field `branch`.
 */
export function parseBranchName(name: string): string {
  const isName =
    name.length <= maxLength &&
    name !== 'HEAD' &&
    !name.includes('..') &&
    name.split('/').every((part) => /^[\w+#@-][\w.+#@-]*$/.test(part) && !/\.$|\.lock$/.test(part)) &&
    /^\w/.test(name);
  if (isName) return name;
  const message = 'must be a branch name such as shipmate/web-shop: letters, digits, "-", "_", "." and "/"';
  throw new AppError({
    code: 'VALIDATION_ERROR',
    message: `The branch ${message}.`,
    details: { issues: [{ path: 'branch', message }] },
  });
}
