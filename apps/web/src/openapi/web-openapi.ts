import { jsonValueSchema } from '@shipmate/core';
import * as agentChat from '@shipmate/protocol/agent-chat';
import * as alerts from '@shipmate/protocol/web/alerts';
import * as approvals from '@shipmate/protocol/web/approvals';
import * as archive from '@shipmate/protocol/web/archive';
import * as audit from '@shipmate/protocol/web/audit';
import * as chat from '@shipmate/protocol/web/chat';
import * as checks from '@shipmate/protocol/web/checks';
import * as clusters from '@shipmate/protocol/web/clusters';
import * as codeComparison from '@shipmate/protocol/web/code-comparison';
import * as codeHealth from '@shipmate/protocol/web/code-health';
import * as codeMaps from '@shipmate/protocol/web/code-maps';
import * as conversations from '@shipmate/protocol/web/conversations';
import * as create from '@shipmate/protocol/web/create';
import * as deadEvents from '@shipmate/protocol/web/dead-events';
import * as diagramChat from '@shipmate/protocol/web/diagram-chat';
import * as diagrams from '@shipmate/protocol/web/diagrams';
import * as entities from '@shipmate/protocol/web/entities';
import * as files from '@shipmate/protocol/web/files';
import * as inbox from '@shipmate/protocol/web/inbox';
import * as inboxWebhook from '@shipmate/protocol/web/inbox-webhook';
import * as incomingWebhooks from '@shipmate/protocol/web/incoming-webhooks';
import * as page from '@shipmate/protocol/web/page';
import * as patterns from '@shipmate/protocol/web/patterns';
import * as plans from '@shipmate/protocol/web/plans';
import * as proposals from '@shipmate/protocol/web/proposals';
import * as push from '@shipmate/protocol/web/push';
import * as remediations from '@shipmate/protocol/web/remediations';
import * as repositories from '@shipmate/protocol/web/repositories';
import * as respond from '@shipmate/protocol/web/respond';
import * as revisions from '@shipmate/protocol/web/revisions';
import * as ruleAlerts from '@shipmate/protocol/web/rule-alerts';
import * as ruleEditor from '@shipmate/protocol/web/rule-editor';
import * as ruleExecutions from '@shipmate/protocol/web/rule-executions';
import * as ruleFiles from '@shipmate/protocol/web/rule-files';
import * as ruleNoise from '@shipmate/protocol/web/rule-noise';
import * as ruleReplay from '@shipmate/protocol/web/rule-replay';
import * as rules from '@shipmate/protocol/web/rules';
import * as runs from '@shipmate/protocol/web/runs';
import * as schedules from '@shipmate/protocol/web/schedules';
import * as session from '@shipmate/protocol/web/session';
import * as settings from '@shipmate/protocol/web/settings';
import * as spend from '@shipmate/protocol/web/spend';
import * as storage from '@shipmate/protocol/web/storage';
import * as tokens from '@shipmate/protocol/web/tokens';
import * as unknownCall from '@shipmate/protocol/web/unknown-call';
import * as valueOrigins from '@shipmate/protocol/web/value-origins';
import * as workspace from '@shipmate/protocol/web/workspace';
import type { OpenApiOptions } from '@shipmate/server';
import { routeRequirements } from '../access/route-requirements.ts';
import { diagramChatAnswerSchema } from '../views/collect-diagram-answer.ts';
import { conversationResponseSchema } from '../views/conversation-view.ts';

/** The OpenAPI document of the web app. The modules name the schemas that its routes use. */
export const webOpenApi: OpenApiOptions = {
  title: 'Shipmate web API',
  description:
    'The API of the web app: workspaces, conversations, runs, rules and repositories, and the Agent Chat Protocol under `/v1/agent`.',
  modules: [
    { jsonValueSchema, diagramChatAnswerSchema, conversationResponseSchema },
    agentChat,
    alerts,
    approvals,
    archive,
    audit,
    chat,
    checks,
    clusters,
    codeComparison,
    codeHealth,
    codeMaps,
    conversations,
    create,
    deadEvents,
    diagramChat,
    diagrams,
    entities,
    files,
    inbox,
    inboxWebhook,
    incomingWebhooks,
    page,
    patterns,
    plans,
    proposals,
    push,
    remediations,
    repositories,
    respond,
    revisions,
    ruleAlerts,
    ruleEditor,
    ruleExecutions,
    ruleFiles,
    ruleNoise,
    ruleReplay,
    rules,
    runs,
    schedules,
    session,
    settings,
    spend,
    storage,
    tokens,
    unknownCall,
    valueOrigins,
    workspace,
  ],
  requirementOf: (route) => routeRequirements[route],
  acceptsSessions: true,
};
