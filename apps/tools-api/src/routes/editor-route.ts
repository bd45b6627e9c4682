import { AppError, type BoundTool } from '@shipmate/core';
import {
  type AppEnvironment,
  type Authenticate,
  checkToolScope,
  describeRoute,
  executeTool,
  parseBody,
  type ToolScopeStores,
} from '@shipmate/server';
import { maxFileCharacters } from '@shipmate/domain/workspace';
import { Hono } from 'hono';
import { z } from 'zod';

/** Options for {@link editorRoute}. */
interface EditorRouteOptions {
  /** The tool `textEditor`. */
  readonly tool: BoundTool;
  readonly authenticate: Authenticate;
  readonly stores: ToolScopeStores;
}

/** A character of JSON takes up to six bytes; an edit has two texts of a file's length. */
const maxEditBytes = 2 * 6 * maxFileCharacters + 10_000;

/** `bodyLimits` for an app that mounts the tools under `/api/tools` and `/mcp`: no text within its limit is refused by its bytes. */
export const toolBodyLimits = {
  '/api/tools/editor': maxEditBytes,
  '/api/tools/textEditor': maxEditBytes,
  '/mcp': maxEditBytes,
  '/api/tools/*': 6 * 200_000 + 10_000,
} as const;

/** The workspace, next to the fields of the tool. A text that is left out or null is empty. */
const requestSchema = z
  .looseObject({ workspaceId: z.string() })
  .transform(({ workspaceId, ...fields }) => ({ workspaceId, fields: withEmptyTexts(fields) }));

const responseSchema = z.object({
  success: z.boolean(),
  content: z.string().optional(),
  message: z.string().optional(),
});
type EditorResponse = z.infer<typeof responseSchema>;

/** Reasons why the tool did not edit a file; every other error is a failed request. */
const editFailureSchema = z.object({ reason: z.enum(['file_missing', 'file_exists', 'replacement_refused']) });

/** `POST /editor`: the editor with the workspace in the body and a flat response. */
export function editorRoute({ tool, authenticate, stores }: EditorRouteOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  describeRoute(app, 'POST /editor', {
    summary: 'Edit a file of a workspace',
    description:
      `Calls \`${tool.name}\` with the workspace in the body. A missing file, an existing one and a text that is not found answer 200 with ` +
      '`success: false` and a message.',
    tag: tool.category,
    body: {
      jsonSchema: {
        ...tool.inputSchema,
        properties: { workspaceId: { type: 'string' }, ...tool.inputSchema.properties },
        required: ['workspaceId', 'command', 'path'],
      },
    },
    response: responseSchema,
  });
  return app.post('/editor', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { workspaceId, fields } = await parseBody(context, requestSchema);
    await checkToolScope({ workspaceId }, { principal, stores });
    const { signal } = context.req.raw;
    const logger = context.get('logger');
    const edit = executeTool(tool, fields, { principal, workspaceId, signal, logger });
    return context.json(await edit.then((output) => responseSchema.parse(output), toRefusal));
  });
}

/** Texts that a client may leave out, by command. The tool requires them, so that a model does not forget them. */
const optionalTexts: Readonly<Record<string, string>> = { create: 'content', str_replace: 'newStr' };

function withEmptyTexts(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const optional = typeof given['command'] === 'string' ? optionalTexts[given['command']] : undefined;
  return optional === undefined ? given : { [optional]: '', ...given };
}

/** Converts an error about the file to a response; @throws any other error unchanged. */
function toRefusal(thrown: unknown): EditorResponse {
  if (AppError.isInstance(thrown) && editFailureSchema.safeParse(thrown.details).success) {
    return { success: false, message: thrown.message };
  }
  throw thrown;
}
