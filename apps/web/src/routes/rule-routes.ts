import type { CheckRule, RunExecutor } from '@shipmate/agents';
import { AppError, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { duplicateRule, removeRule, reviseRule } from '@shipmate/domain/use-cases';
import type { Rule, RuleDefinition, RulePreview } from '@shipmate/domain/workflow';
import {
  changeRuleRequestSchema,
  restoreRuleRequestSchema,
  ruleListQuerySchema,
  type RuleListResponse,
  ruleListResponseSchema,
  type RulePreviewListResponse,
  rulePreviewListResponseSchema,
  rulePreviewSchema,
  type RulePreviewView,
  ruleQuestionRequestSchema,
  type RuleQuestionResponse,
  ruleQuestionResponseSchema,
  type RuleRevisionsResponse,
  ruleRevisionsResponseSchema,
  ruleSchema,
  type RuleView,
} from '@shipmate/protocol/web/rules';
import type { ModelCatalog } from '@shipmate/providers';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  nameRun,
  parseBody,
  parseInput,
} from '@shipmate/server';
import type { ComputePort } from '@shipmate/tools';
import { Hono } from 'hono';
import { toDefinitionView, toRevisionViews, toRuleSummary, toRuleView } from '../views/rule-view.ts';

/** Options for {@link ruleRoutes}. */
interface RuleRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: ModelCatalog;
  readonly runs: Pick<RunExecutor, 'start'>;
  readonly checkRule: CheckRule;
  readonly compute: ComputePort;
}

/** `/api/rules`: the automation rules of the caller's organization, and the caller's previews. */
export function ruleRoutes(options: RuleRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, runs, checkRule, compute } = options;
  const { rules, rulePreviews, ruleTests, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function namesOf({ organizationId }: Principal): Promise<ReadonlyMap<string, string>> {
    return new Map((await users.listMembers(organizationId)).map(({ id, name }) => [id, name]));
  }

  const toView = async (principal: Principal, rule: Rule): Promise<RuleView> =>
    toRuleView(rule, await namesOf(principal));

  async function toPreviewView(principal: Principal, preview: RulePreview): Promise<RulePreviewView> {
    const { id, description, status, definition, ruleId, baseRevision, acceptedRuleId, createdAt } = preview;
    const current = ruleId === null ? undefined : await rules.get(principal, ruleId);
    return {
      id,
      description,
      status,
      definition: toDefinitionView(definition),
      before: current ? toDefinitionView(await contentAt(principal, current, baseRevision)) : null,
      ruleId,
      baseRevision,
      currentRevision: current?.revision ?? null,
      acceptedRuleId,
      createdAt: createdAt.toISOString(),
      tests: [],
    };
  }

  /** Runs the saved tests of a preview's rule with the proposed content. */
  async function runTests(principal: Principal, { ruleId, definition }: RulePreview, signal: AbortSignal) {
    const tests = ruleId === null ? [] : await ruleTests.list(principal, ruleId);
    if (tests.length === 0) return [];
    const subject = { definition, ownerUserId: principal.userId };
    const results = await compute.run('runRuleTests', [subject, tests], { principal, signal });
    return results.map((result) => ({ ...result, differences: [...result.differences] }));
  }

  /** The content of a rule at a revision; the current one if that revision is no longer kept. */
  async function contentAt(principal: Principal, rule: Rule, revision: number | null): Promise<RuleDefinition> {
    if (rule.revision === revision) return rule;
    const revisions = await rules.listRevisions(principal, rule.id);
    return revisions.find((each) => each.revision === revision)?.definition ?? rule;
  }

  describeRoute(app, 'GET /', { summary: 'List rules', query: ruleListQuerySchema, response: ruleListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const page = parseInput(ruleListQuerySchema, context.req.query());
    const { rules: found, total } = await rules.listPage(principal, page);
    return context.json<RuleListResponse>({ rules: found.map(toRuleSummary), total });
  });

  describeRoute(app, 'POST /conversations', {
    summary: 'Ask about rules',
    body: ruleQuestionRequestSchema,
    response: ruleQuestionResponseSchema,
    status: 201,
  });
  app.post('/conversations', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { message, ruleId, model = models.defaultModel } = await parseBody(context, ruleQuestionRequestSchema);
    models.get(model);
    const rule = ruleId === undefined ? undefined : await rules.get(principal, ruleId);
    const { conversation, run } = await runs.start(principal, {
      conversationId: newId(),
      workspaceId: null,
      contextType: 'workflow',
      message,
      model,
      ...(rule && { client: { clientId: null, context: toClientContext(rule) } }),
    });
    nameRun(context, run.id);
    return context.json<RuleQuestionResponse>({ conversationId: conversation.id, runId: run.id }, 201);
  });

  describeRoute(app, 'GET /previews', { summary: 'List previews of rules', response: rulePreviewListResponseSchema });
  app.get('/previews', async (context) => {
    const principal = await authenticate(context.req.raw);
    const pending = await rulePreviews.list(principal, { status: 'pending' });
    const previews = await Promise.all(pending.map((preview) => toPreviewView(principal, preview)));
    return context.json<RulePreviewListResponse>({ previews });
  });

  describeRoute(app, 'GET /previews/:id', { summary: 'Get a preview of a rule', response: rulePreviewSchema });
  app.get('/previews/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const preview = await rulePreviews.get(principal, context.req.param('id'));
    const tests = await runTests(principal, preview, context.req.raw.signal);
    return context.json<RulePreviewView>({ ...(await toPreviewView(principal, preview)), tests });
  });

  describeRoute(app, 'GET /:id', { summary: 'Get a rule', response: ruleSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json<RuleView>(await toView(principal, await rules.get(principal, context.req.param('id'))));
  });

  describeRoute(app, 'PATCH /:id', { summary: 'Change a rule', body: changeRuleRequestSchema, response: ruleSchema });
  app.patch('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { isActive, baseRevision } = await parseBody(context, changeRuleRequestSchema);
    const rule = await rules.get(principal, context.req.param('id'));
    const definition = { ...toContent(rule), isActive };
    const { signal } = context.req.raw;
    if (isActive) await checkRule(definition, { ruleId: rule.id, principal, signal });
    const change = { ruleId: rule.id, baseRevision, definition };
    const changed = await unitOfWork.transaction((stores) => reviseRule(stores, principal, change));
    return context.json<RuleView>(await toView(principal, changed));
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Delete a rule' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await unitOfWork.transaction((stores) => removeRule(stores, principal, context.req.param('id')));
    return context.body(null, 204);
  });

  describeRoute(app, 'POST /:id/duplicate', { summary: 'Duplicate a rule', response: ruleSchema, status: 201 });
  app.post('/:id/duplicate', async (context) => {
    const principal = await authenticate(context.req.raw);
    const ruleId = context.req.param('id');
    const copy = await unitOfWork.transaction((stores) => duplicateRule(stores, principal, ruleId));
    return context.json<RuleView>(await toView(principal, copy), 201);
  });

  describeRoute(app, 'GET /:id/revisions', {
    summary: 'List revisions of a rule',
    response: ruleRevisionsResponseSchema,
  });
  app.get('/:id/revisions', async (context) => {
    const principal = await authenticate(context.req.raw);
    const revisions = await rules.listRevisions(principal, context.req.param('id'));
    const views = toRevisionViews(revisions, await namesOf(principal));
    return context.json<RuleRevisionsResponse>({ revisions: [...views] });
  });

  describeRoute(app, 'POST /:id/revisions/:n/restore', {
    summary: 'Restore a revision of a rule',
    body: restoreRuleRequestSchema,
    response: ruleSchema,
  });
  app.post('/:id/revisions/:n/restore', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { id: ruleId, n } = context.req.param();
    const { baseRevision } = await parseBody(context, restoreRuleRequestSchema);
    const revisions = await rules.listRevisions(principal, ruleId);
    const wanted = revisions.find(({ revision }) => String(revision) === n);
    if (!wanted) throw new AppError({ code: 'NOT_FOUND', message: 'Revision not found.' });
    const { definition } = wanted;
    await checkRule(definition, { ruleId, principal, signal: context.req.raw.signal });
    const change = { ruleId, baseRevision, definition };
    const changed = await unitOfWork.transaction((stores) => reviseRule(stores, principal, change));
    return context.json<RuleView>(await toView(principal, changed));
  });

  return app;
}

/** The state of the page that the agent sees. */
function toClientContext({ id, name, entity, trigger }: Rule) {
  return { workflow_id: id, rule_name: name, entity_name: entity, trigger_type: trigger };
}

/** The content of a rule without its identity, as revisions store it. */
function toContent(rule: Rule): RuleDefinition {
  const { name, description, isActive, entity, trigger, triggerConditions, noise, schedule, actions, edges } = rule;
  const content = { name, description, isActive, entity, trigger, triggerConditions, actions, edges };
  return { ...content, ...(noise && { noise }), ...(schedule && { schedule }) };
}
