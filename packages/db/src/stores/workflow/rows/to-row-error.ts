import { AppError } from '@shipmate/core';

const violations: Readonly<Record<string, (error: SqlError) => AppError>> = {
  '23502': ({ column }) => invalid(`${column}: is required.`),
  '23503': ({ detail, isRemoval }) =>
    isRemoval
      ? new AppError({ code: 'CONFLICT', message: 'Other rows refer to this row. Delete them first.' })
      : invalid(`A row that it refers to does not exist: ${detail}`),
  '23514': ({ constraint }) => invalid(`The values violate the check "${constraint}".`),
  '22003': () => invalid('A number is out of range.'),
};

interface SqlError {
  readonly code: string;
  readonly column: string;
  readonly constraint: string;
  readonly detail: string;
  readonly isRemoval: boolean;
}

/** Converts a constraint's violation to an {@link AppError} that names it; other errors are returned unchanged. */
export function toRowError(thrown: unknown, { isRemoval = false } = {}): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const read = (name: string): string => {
    const value: unknown = Reflect.get(thrown, name);
    return typeof value === 'string' ? value : '';
  };
  const [code, column, constraint] = [read('code'), read('column'), read('constraint')];
  // The organization's id is no business of a reader.
  const detail = read('detail').replace(/^Key \(organization_id, (\w+)\)=\([^,]+, (.*?)\).*$/s, '$1 = $2.');
  return violations[code]?.({ code, column, constraint, detail, isRemoval }) ?? thrown;
}

function invalid(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message });
}
