import { contextTypes } from '@shipmate/domain/conversation';
import { mcpToolStates } from '@shipmate/domain/mcp';
import { z } from 'zod';

const definitionSchema = z.object({
  description: z.string(),
  /** The JSON Schema of the input, as JSON text. */
  inputSchema: z.string(),
  /** `destructive` asks a person before each call. */
  effect: z.enum(['read', 'write', 'destructive']),
});
export type McpDefinitionView = z.infer<typeof definitionSchema>;

const toolSchema = z.object({
  name: z.string(),
  /** `changed`: off until a person decides. */
  state: z.enum(mcpToolStates),
  /** The accepted definition; null before a person has turned the tool on. */
  pinned: definitionSchema.nullable(),
  /** The definition in the last listing; null if the server listed none. */
  listed: definitionSchema.nullable(),
  /** Sent with a decision, which is about this revision only. */
  revision: z.number(),
  decidedAt: z.string().nullable(),
});
export type McpToolView = z.infer<typeof toolSchema>;

/** An MCP server with its tools. */
export const mcpServerSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a program. */
  url: z.string().nullable(),
  /** The name of a program that the operator configured; null for a URL. */
  program: z.string().nullable(),
  hasToken: z.boolean(),
  /** The agents that get its tools. */
  contextTypes: z.array(z.enum(contextTypes)),
  checkedAt: z.string().nullable(),
  /** Why its tools could not be listed, or which were left out. */
  problem: z.string().nullable(),
  tools: z.array(toolSchema),
});
export type McpServerView = z.infer<typeof mcpServerSchema>;

/** `GET /api/organization/mcp-servers`. */
export const mcpServerListResponseSchema = z.object({
  servers: z.array(mcpServerSchema),
  /** The programs that can be added. */
  programs: z.array(z.string()),
  /** True if the caller may change servers, as owners may. */
  canChange: z.boolean(),
});
export type McpServerListResponse = z.infer<typeof mcpServerListResponseSchema>;

const contextTypesSchema = z.array(z.enum(contextTypes)).max(contextTypes.length);

/** `POST /api/organization/mcp-servers`, for owners: either a url or a program. */
export const addMcpServerRequestSchema = z.strictObject({
  name: z.string().trim().min(1).max(20),
  url: z.string().trim().min(1).max(2_000).nullable().default(null),
  program: z.string().min(1).max(40).nullable().default(null),
  token: z.string().trim().min(1).max(10_000).optional(),
  contextTypes: contextTypesSchema,
});

/** `PATCH /api/organization/mcp-servers/:id`, for owners. */
export const changeMcpServerRequestSchema = z.strictObject({ contextTypes: contextTypesSchema });

/** `POST /api/organization/mcp-servers/:id/decisions`, for owners: turns tools on and off, all of them or none. */
export const mcpToolDecisionsRequestSchema = z.strictObject({
  decisions: z
    .array(
      z.strictObject({
        tool: z.string().min(1).max(128),
        state: z.enum(['on', 'off']),
        revision: z.int(),
      }),
    )
    .max(200),
});
export type McpToolDecisionsRequest = z.infer<typeof mcpToolDecisionsRequestSchema>;
