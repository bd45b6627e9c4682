import { acceptRulePreview, type CheckRule } from '@shipmate/agents';
import type { UnitOfWork } from '@shipmate/domain';
import { rejectPreview } from '@shipmate/domain/use-cases';
import { type RulePreview, toPayload } from '@shipmate/domain/workflow';
import { type AgentPreview, agentPreviewSchema } from '@shipmate/protocol/agent-chat';
import { type AppEnvironment, type Authenticate, describeRoute } from '@shipmate/server';
import { Hono } from 'hono';

/** Options for {@link agentPreviewRoutes}. */
interface AgentPreviewRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly checkRule: CheckRule;
}

/** `/v1/agent/previews`: the rules that agents proposed to the caller. Only a person accepts or rejects one. */
export function agentPreviewRoutes(options: AgentPreviewRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, checkRule } = options;
  const { rulePreviews } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /:id', { summary: 'Get an agent preview', response: agentPreviewSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    return context.json<AgentPreview>(toAgentPreview(await rulePreviews.get(principal, context.req.param('id'))));
  });

  describeRoute(app, 'POST /:id/accept', { summary: 'Accept an agent preview', response: agentPreviewSchema });
  app.post('/:id/accept', async (context) => {
    const principal = await authenticate(context.req.raw);
    const previewId = context.req.param('id');
    const { signal } = context.req.raw;
    const preview = await acceptRulePreview({ unitOfWork, checkRule }, principal, { previewId, signal });
    return context.json<AgentPreview>(toAgentPreview(preview));
  });

  describeRoute(app, 'POST /:id/reject', { summary: 'Reject an agent preview', response: agentPreviewSchema });
  app.post('/:id/reject', async (context) => {
    const principal = await authenticate(context.req.raw);
    const previewId = context.req.param('id');
    const preview = await unitOfWork.transaction((stores) => rejectPreview(stores, principal, previewId));
    return context.json<AgentPreview>(toAgentPreview(preview));
  });

  return app;
}

function toAgentPreview(preview: RulePreview): AgentPreview {
  const { id, description, definition, ruleId, status, acceptedRuleId } = preview;
  return {
    description,
    workflow: toPayload(definition) as unknown as AgentPreview['workflow'],
    is_update: ruleId !== null,
    ...(ruleId !== null && { workflow_id: ruleId }),
    preview_id: id,
    status,
    ...(acceptedRuleId !== null && { accepted_workflow_id: acceptedRuleId }),
  };
}
