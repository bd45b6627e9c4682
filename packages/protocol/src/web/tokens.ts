import { z } from 'zod';

/** A token for programs, as its owner sees it. The secret is not part of it. */
export const apiTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Null when it never expires. */
  expiresAt: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** `GET /api/tokens`: the caller's tokens that are not revoked, newest first, expired ones included. */
export const apiTokenListResponseSchema = z.object({ tokens: z.array(apiTokenSchema) });
export type ApiTokenListResponse = z.infer<typeof apiTokenListResponseSchema>;

/** `POST /api/tokens`, for a browser session only. `DELETE /api/tokens/{id}` revokes what it made. */
export const createApiTokenRequestSchema = z.object({
  name: z.string().trim().min(1).max(100),
  /** Null for a token that never expires. */
  expiresInDays: z.number().int().min(1).max(3_650).nullable(),
});
export type CreateApiTokenRequest = z.infer<typeof createApiTokenRequestSchema>;

/** The one time that the secret is shown; only its hash is stored. */
export const createApiTokenResponseSchema = z.object({ token: apiTokenSchema, secret: z.string() });
export type CreateApiTokenResponse = z.infer<typeof createApiTokenResponseSchema>;
