import { AppError } from '@shipmate/core';

/** The message for a violated uniqueness constraint, by the constraint's name. */
const conflicts: Readonly<Record<string, string>> = {
  app_user_email_unique: 'Another user has this e-mail address.',
  channel_name_unique: 'Another channel of the project has this name.',
  diagram_name_unique: 'Another diagram of the repository has this name.',
  mcp_server_name_unique: 'Another MCP server of the organization has this name.',
  member_pkey: 'The user is a member already.',
  project_name_unique: 'Another project of the organization has this name.',
  repository_name_unique: 'Another repository of the organization has this name.',
  workflow_rule_name_unique: 'Another rule of the organization has this name.',
  workspace_chart_root_unique: 'Two charts of a workspace cannot have the same folder.',
  workspace_file_path_unique: 'Two files of a revision cannot have the same path.',
};

/** SQLSTATEs of text that PostgreSQL cannot store: it has no NUL character. */
const unstorableText: ReadonlySet<string> = new Set(['22021', '22P05']);

/** SQLSTATEs of a transaction that failed because of another and can be retried. */
const transient: ReadonlySet<string> = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * Converts a driver's error to an {@link AppError}: a uniqueness violation is a `CONFLICT`, a NUL character a
 * `VALIDATION_ERROR`, anything else a `DATABASE_ERROR`. The driver's error is kept as the cause only.
 */
export function toDatabaseError(thrown: unknown): AppError {
  if (AppError.isInstance(thrown)) return thrown;
  const { code, constraint } = sqlErrorOf(thrown);
  if (code === '23505') {
    return new AppError({ code: 'CONFLICT', message: conflicts[constraint] ?? 'It exists already.', cause: thrown });
  }
  if (unstorableText.has(code)) {
    const message = 'The text has a NUL character, which cannot be stored. Remove it.';
    return new AppError({ code: 'VALIDATION_ERROR', message, cause: thrown });
  }
  return new AppError({
    code: 'DATABASE_ERROR',
    message: 'The database could not complete the request.',
    recoverable: transient.has(code),
    cause: thrown,
  });
}

function sqlErrorOf(thrown: unknown): { readonly code: string; readonly constraint: string } {
  if (!(thrown instanceof Error)) return { code: '', constraint: '' };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const constraint = 'constraint' in thrown && typeof thrown.constraint === 'string' ? thrown.constraint : '';
  return { code, constraint };
}
