import { spendPeriods, spendScopes } from '@shipmate/domain/spend';
import { z } from 'zod';

/** The spend limit of a period; null for no limit. */
export const spendLimitSchema = z.object({
  /** Sum of the models' input and output tokens. */
  tokens: z.number().int().positive().max(1e15).nullable(),
  /** In US dollars. */
  costUsd: z.number().positive().max(1e9).nullable(),
});
export type SpendLimitView = z.infer<typeof spendLimitSchema>;

const periodsSchema = z.object({ day: spendLimitSchema, month: spendLimitSchema });

/** Per calendar day and month in UTC. */
export const spendLimitsSchema = z.object({
  /** Sum of all users. */
  organization: periodsSchema,
  /** Per user. */
  user: periodsSchema,
});
export type SpendLimitsView = z.infer<typeof spendLimitsSchema>;

const limitRequest = spendLimitSchema.strict();
const periodsRequest = z.strictObject({ day: limitRequest, month: limitRequest });

/** `PUT /api/organization/spend-limits` replaces all limits, for owners only; 404 for others. */
export const changeSpendLimitsRequestSchema = z.strictObject({ organization: periodsRequest, user: periodsRequest });

/** `GET` and `PUT /api/organization/spend-limits`. */
export const spendLimitsResponseSchema = z.object({ limits: spendLimitsSchema, mayChange: z.boolean() });
export type SpendLimitsResponse = z.infer<typeof spendLimitsResponseSchema>;

const spent = {
  tokens: z.number(),
  /** Cost of the tokens with a known price, in US dollars. */
  costUsd: z.number(),
  /** Tokens of unknown price; they add no cost. */
  unpricedTokens: z.number(),
};

/** `GET /api/organization/spend` and `…/tool-usage`: a month, `YYYY-MM`, the current one when absent. */
export const spendQuerySchema = z.strictObject({
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
    .optional(),
});

/** Owners receive the usage of all users, others their own. */
export const spendResponseSchema = z.object({
  /** The current periods. */
  windows: z.array(
    z.object({
      scope: z.enum(spendScopes),
      period: z.enum(spendPeriods),
      limit: spendLimitSchema,
      spent: z.object(spent),
      resetsAt: z.string(),
    }),
  ),
  /** Records of the month, newest day first. */
  records: z.array(
    z.object({
      day: z.string(),
      userId: z.string(),
      /** Null once the user has been deleted. */
      userName: z.string().nullable(),
      model: z.string(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      /** True when the tokens are estimated from the length of texts, as those of the demo model are. */
      isEstimated: z.boolean(),
      ...spent,
    }),
  ),
});
export type SpendResponse = z.infer<typeof spendResponseSchema>;
export type SpendWindowView = SpendResponse['windows'][number];
export type SpendRecordView = SpendResponse['records'][number];

/** `GET /api/organization/tool-usage`: the calls of a month by tool and model. Owners receive those of all users, others their own. */
export const toolUsageResponseSchema = z.object({
  /** Most result tokens first. */
  tools: z.array(
    z.object({
      tool: z.string(),
      /** `provider:model` that made the calls. */
      model: z.string(),
      calls: z.number(),
      errors: z.number(),
      /** Calls with the input of an earlier call of the same tool in the same run. */
      repeats: z.number(),
      /** Tokens of the results as the model saw them, estimated from their length. */
      resultTokens: z.number(),
    }),
  ),
});
export type ToolUsageResponse = z.infer<typeof toolUsageResponseSchema>;
export type ToolUsageView = ToolUsageResponse['tools'][number];
