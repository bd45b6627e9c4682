import { AppError, defineTool, type ToolDefinition } from '@shipmate/core';
import type { z } from 'zod';

/** The fields in which tools take the path of a file or folder of a checkout. */
const pathFields = ['filePath', 'dirPath', 'from', 'to'] as const;

/** Defines a tool on the files of a checkout: its errors about a path name the field of the call that holds the path. */
export function defineCheckoutTool<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Ports,
  const Name extends string,
>(definition: ToolDefinition<Input, Output, Ports, Name>): ToolDefinition<Input, Output, Ports, Name> {
  const preview = definition.preview?.bind(definition);
  return defineTool({
    ...definition,
    execute: (input, context) => inFields(input, () => definition.execute(input, context)),
    ...(preview && { preview: (input, context) => inFields(input, () => preview(input, context)) }),
  });
}

async function inFields<Result>(
  input: Readonly<Record<string, unknown>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    throw AppError.isInstance(thrown) ? nameField(thrown, input) : thrown;
  }
}

/** Puts the name of the field in place of `path`; the error stays as it is if it is about another field. */
function nameField(error: AppError, input: Readonly<Record<string, unknown>>): AppError {
  const { code, message, details, cause, recoverable } = error;
  if (!isAboutPath(details)) return error;
  const given = pathFields.filter((name) => typeof input[name] === 'string');
  // An error about a folder on the way names the path of that folder.
  const named = /^path "([^"]*)"/u.exec(message)?.[1];
  const field = given.length === 1 ? given[0] : given.find((name) => `${String(input[name])}/`.startsWith(`${named}/`));
  if (field === undefined) return error;
  const issues = details.issues.map((issue) => ({ ...issue, path: field }));
  return new AppError({
    code,
    message: message.replace(/^path (?=")/u, `${field} `),
    details: { ...details, issues },
    cause,
    recoverable,
  });
}

function isAboutPath(details: unknown): details is { readonly issues: readonly [{ readonly path: 'path' }] } {
  return (
    typeof details === 'object' &&
    details !== null &&
    'issues' in details &&
    Array.isArray(details.issues) &&
    details.issues[0]?.path === 'path'
  );
}
