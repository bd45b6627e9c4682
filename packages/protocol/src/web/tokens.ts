import { z } from 'zod';

/** An API token for its owner, without the secret. */
export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Scopes of the token, for example `read` and `chart:write`. */
  scopes: z.array(z.string()),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Null when it never expires. */
  expiresAt: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** `GET /api/tokens`: the caller's tokens that are not revoked, newest first, expired ones included. */
export const apiTokenListResponseSchema = z.object({
  tokens: z.array(apiTokenSchema),
  /** The scopes that the caller may grant to a token. */
  scopes: z.array(z.object({ scope: z.string(), isDefault: z.boolean() })),
});
export type ApiTokenListResponse = z.infer<typeof apiTokenListResponseSchema>;

/** `POST /api/tokens`, for a browser session only. `DELETE /api/tokens/{id}` revokes a token. */
export const createApiTokenRequestSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** Null for a token that never expires. */
  expiresInDays: z.number().int().min(1).max(3_650).nullable(),
  /** All scopes of the token. Default: `read`, `chart:write` and `runs:write`. Only owners grant others. */
  scopes: z.array(z.string()).min(1).max(200).optional(),
});
export type CreateApiTokenRequest = z.infer<typeof createApiTokenRequestSchema>;

/** The only response with the secret; the server stores its hash. */
export const createApiTokenResponseSchema = z.object({ token: apiTokenSchema, secret: z.string() });
export type CreateApiTokenResponse = z.infer<typeof createApiTokenResponseSchema>;
