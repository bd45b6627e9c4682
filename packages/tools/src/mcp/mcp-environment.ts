import { z } from 'zod';

const programSchema = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
  /** The ids of the organizations that may use it. Default: all. */
  organizations: z.array(z.uuid()).optional(),
});

/** The environment variables of MCP servers whose tools agents call. */
export const mcpEnvironmentSchema = z.object({
  /**
   * Programs that speak MCP over standard input and output, as JSON: `{"files": {"command": "npx", "args": ["…"], "env": {}}}`.
   * Every organization, or those in `organizations`, can add them by name.
   */
  MCP_PROGRAMS: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(z.record(z.string().regex(/^[a-z0-9-]{1,40}$/), programSchema))
    .optional(),
});
export type McpEnvironment = z.output<typeof mcpEnvironmentSchema>;
