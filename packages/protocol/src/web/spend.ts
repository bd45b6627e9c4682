import { spendPeriods, spendScopes } from '@shipmate/domain/spend';
import { z } from 'zod';

/** How much may be spent in a period; null for as much as anybody likes. */
export const spendLimitSchema = z.object({
  /** Input and output of models together. */
  tokens: z.number().int().positive().max(1e15).nullable(),
  /** In US dollars. */
  costUsd: z.number().positive().max(1e9).nullable(),
});
export type SpendLimitView = z.infer<typeof spendLimitSchema>;

const periodsSchema = z.object({ day: spendLimitSchema, month: spendLimitSchema });

/** Calendar days and months in UTC. `PUT /api/organization/spend-limits` sets all of them, for owners only; 404 to all others. */
export const spendLimitsSchema = z.object({
  /** For all users together. */
  organization: periodsSchema,
  /** For each of them. */
  user: periodsSchema,
});
export type SpendLimitsView = z.infer<typeof spendLimitsSchema>;

/** `GET` and `PUT /api/organization/spend-limits`. */
export const spendLimitsResponseSchema = z.object({ limits: spendLimitsSchema, mayChange: z.boolean() });
export type SpendLimitsResponse = z.infer<typeof spendLimitsResponseSchema>;

const spent = {
  tokens: z.number(),
  /** Of the tokens that have a known price, in US dollars. */
  costUsd: z.number(),
  /** Tokens whose price is not known; no cost is counted for them. */
  unpricedTokens: z.number(),
};

/** `GET /api/organization/spend`: a month, `YYYY-MM`, the one that runs now when absent. */
export const spendQuerySchema = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
    .optional(),
});

/** Owners are told of everybody, others of themselves. */
export const spendResponseSchema = z.object({
  /** The periods that run now. */
  windows: z.array(
    z.object({
      scope: z.enum(spendScopes),
      period: z.enum(spendPeriods),
      limit: spendLimitSchema,
      spent: z.object(spent),
      resetsAt: z.string(),
    }),
  ),
  /** The month, newest day first. */
  records: z.array(
    z.object({
      day: z.string(),
      userId: z.string(),
      /** Null once the user is gone. */
      userName: z.string().nullable(),
      model: z.string(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      ...spent,
    }),
  ),
});
export type SpendResponse = z.infer<typeof spendResponseSchema>;
export type SpendWindowView = SpendResponse['windows'][number];
export type SpendRecordView = SpendResponse['records'][number];
