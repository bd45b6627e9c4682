import { z } from 'zod';

/** A token for programs, as its owner sees it. The secret is not part of it. */
export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** What it is good for, for example `read` and `chart:write`. */
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
  /** The scopes that the caller can give to a token. */
  scopes: z.array(z.object({ scope: z.string(), isDefault: z.boolean() })),
});
export type ApiTokenListResponse = z.infer<typeof apiTokenListResponseSchema>;

/** `POST /api/tokens`, for a browser session only. `DELETE /api/tokens/{id}` revokes what it made. */
export const createApiTokenRequestSchema = z.object({
  name: z.string().trim().min(1).max(100),
  /** Null for a token that never expires. */
  expiresInDays: z.number().int().min(1).max(3_650).nullable(),
  /** All that the token is good for. Default: `read`, `chart:write` and `runs:write`. Only owners give others. */
  scopes: z.array(z.string()).min(1).max(200).optional(),
});
export type CreateApiTokenRequest = z.infer<typeof createApiTokenRequestSchema>;

/** The one time that the secret is shown; only its hash is stored. */
export const createApiTokenResponseSchema = z.object({ token: apiTokenSchema, secret: z.string() });
export type CreateApiTokenResponse = z.infer<typeof createApiTokenResponseSchema>;
