import { applyRules, compareRules, exportRules, type RuleChanges } from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import { describeDifference } from '@shipmate/domain/workflow';
import {
  applyRulesRequestSchema,
  diffRulesRequestSchema,
  type ExportRulesResponse,
  exportRulesResponseSchema,
  type RuleChangesResponse,
  ruleChangesResponseSchema,
} from '@shipmate/protocol/web/rule-files';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody } from '@shipmate/server';
import type { ComputePort } from '@shipmate/tools';
import { Hono } from 'hono';

/** Options for {@link ruleFileRoutes}. */
interface RuleFileRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly compute: ComputePort;
}

/** `/api/rules/export`, `/diff` and `/apply`: the rules of an organization as a file. */
export function ruleFileRoutes({ authenticate, ...resources }: RuleFileRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /export', { summary: 'Export rules', response: exportRulesResponseSchema });
  app.get('/export', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json<ExportRulesResponse>((await exportRules(resources, principal)) as ExportRulesResponse);
  });

  describeRoute(app, 'POST /diff', {
    summary: 'Compare rules with a file',
    body: diffRulesRequestSchema,
    response: ruleChangesResponseSchema,
  });
  app.post('/diff', async (context) => {
    const principal = await authenticate(context.req.raw);
    const file = await parseBody(context, diffRulesRequestSchema);
    const { signal } = context.req.raw;
    return context.json<RuleChangesResponse>(toView(await compareRules(resources, { principal, file, signal })));
  });

  describeRoute(app, 'POST /apply', {
    summary: 'Apply a file of rules',
    body: applyRulesRequestSchema,
    response: ruleChangesResponseSchema,
  });
  app.post('/apply', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { baseRevisions, ...file } = await parseBody(context, applyRulesRequestSchema);
    const { signal } = context.req.raw;
    const applied = await applyRules(resources, { principal, file, baseRevisions, signal });
    return context.json<RuleChangesResponse>(toView(applied));
  });

  return app;
}

function toView({ changes, unnamed }: RuleChanges): RuleChangesResponse {
  return {
    changes: changes.map(({ ruleId, change, baseRevision, definition, difference, warnings }) => ({
      ruleId,
      name: definition.name,
      change,
      baseRevision,
      summary: change === 'create' ? '' : describeDifference(difference),
      warnings: warnings.map(({ path, code, message }) => ({ path, code, message })),
    })),
    unnamed: [...unnamed],
  };
}
