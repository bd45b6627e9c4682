import { posix } from 'node:path';
import { AppError, defineTool, type ToolDeclaration, type ToolDefinition } from '@shipmate/core/tool';
import { z } from 'zod';

/** The fields in which tools take the path of a file or folder of a checkout. */
const pathFields = ['filePath', 'dirPath', 'from', 'to'] as const;

/** Defines a tool on the files of a checkout: its errors about a path name the field of the call that holds the path. */
export function defineCheckoutTool<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Ports,
  const Name extends string,
>(declaration: ToolDeclaration<Input, Output, Ports, Name>): ToolDefinition<Input, Output, Ports, Name> {
  const preview = declaration.preview?.bind(declaration);
  return defineTool({
    ...declaration,
    execute: (input, context) => inFields(input, () => declaration.execute(input, context)),
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

/** Puts the name of the field in place of `path`; an error about a path that no field holds stays as it is. */
function nameField(error: AppError, input: Readonly<Record<string, unknown>>): AppError {
  const { code, message, details, cause, recoverable } = error;
  const parsed = pathDetailsSchema().safeParse(details);
  if (!parsed.success) return error;
  const { path, issues } = parsed.data;
  const field = pathFields.find((name) => isWithin(input[name], path));
  if (field === undefined) return error;
  return new AppError({
    code,
    message: message.replace(/^path (?=")/u, `${field} `),
    details: { issues: issues.map((issue) => ({ ...issue, path: field })), path },
    cause,
    recoverable,
  });
}

function pathDetailsSchema() {
  return z.object({
    path: z.string(),
    issues: z.array(z.looseObject({ path: z.literal('path') })).min(1),
  });
}

/** Returns true for the path itself, and for one that leads over it. */
function isWithin(given: unknown, path: string): boolean {
  return typeof given === 'string' && [given, posix.normalize(given)].some((each) => `${each}/`.startsWith(`${path}/`));
}
