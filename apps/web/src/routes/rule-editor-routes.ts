import type { CheckPayload } from '@shipmate/agents';
import { AppError, type JsonValue, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { actionTypes, type Rule, ruleNoiseSchema } from '@shipmate/domain/workflow';
import {
  checkRuleRequestSchema,
  type CheckRuleResponse,
  checkRuleResponseSchema,
  createPreviewRequestSchema,
  type CreatePreviewResponse,
  createPreviewResponseSchema,
  type RuleEditorResponse,
  ruleEditorResponseSchema,
} from '@shipmate/protocol/web/rule-editor';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import { requireValid } from '@shipmate/tools/workflow';
import { Hono } from 'hono';
import { z } from 'zod';

/** Options for {@link ruleEditorRoutes}. */
interface RuleEditorRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly checkPayload: CheckPayload;
}

/** The types of actions with the schemas of their configurations, the same for every caller. */
const typeViews = actionTypes.map(({ type, category, description, ports, config }) => ({
  type,
  category,
  description,
  ports: [...ports],
  schema: z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }) as Record<string, JsonValue>,
}));

const noiseSchema = z.toJSONSchema(ruleNoiseSchema, { io: 'input', unrepresentable: 'any' }) as Record<
  string,
  JsonValue
>;

/** Routes of the editor of rules: its vocabulary, its checks, and the previews that persons create with it. */
export function ruleEditorRoutes(options: RuleEditorRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, checkPayload } = options;
  const { rules, rulePreviews, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /editor', { summary: 'Get the vocabulary of rules', response: ruleEditorResponseSchema });
  app.get('/editor', async (context) => {
    const { organizationId } = await authenticate(context.req.raw);
    const members = await users.listMembers(organizationId);
    return context.json<RuleEditorResponse>({
      actionTypes: typeViews,
      noiseSchema,
      members: members.map(({ id, name }) => ({ id, name })),
      roles: ['owner', 'member'],
    });
  });

  describeRoute(app, 'POST /check', {
    summary: 'Check a rule',
    body: checkRuleRequestSchema,
    response: checkRuleResponseSchema,
    example: { body: { workflow: { name: 'Tell the owner', entity: 'products' } } },
  });
  app.post('/check', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { workflow, ruleId } = await parseBody(context, checkRuleRequestSchema);
    const base = ruleId === undefined ? undefined : await rules.get(principal, ruleId);
    const { errors, warnings } = await checkPayload(workflow, { base, principal, signal: context.req.raw.signal });
    return context.json<CheckRuleResponse>({ problems: [...errors, ...warnings] });
  });

  describeRoute(app, 'POST /previews', {
    summary: 'Create a preview of a rule',
    body: createPreviewRequestSchema,
    response: createPreviewResponseSchema,
    status: 201,
  });
  app.post('/previews', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { workflow, description, base: seen } = await parseBody(context, createPreviewRequestSchema);
    const base = seen && (await findUnchanged(principal, seen));
    const { signal } = context.req.raw;
    const definition = requireValid(await checkPayload(workflow, { base, principal, signal }));
    const preview = await rulePreviews.create(principal, {
      id: newId(),
      runId: null,
      ruleId: base?.id ?? null,
      baseRevision: base?.revision ?? null,
      description,
      definition,
    });
    return context.json<CreatePreviewResponse>({ previewId: preview.id }, 201);
  });

  async function findUnchanged(
    principal: Principal,
    seen: { readonly ruleId: string; readonly revision: number },
  ): Promise<Rule> {
    const rule = await rules.get(principal, seen.ruleId);
    if (rule.revision === seen.revision) return rule;
    throw new AppError({
      code: 'CONFLICT',
      message: `The rule "${rule.name}" is at revision ${rule.revision} now. Reload it, then repeat the change.`,
      details: { revision: rule.revision },
    });
  }

  return app;
}
