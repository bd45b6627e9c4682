import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';

const rulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules',
  component: lazyRouteComponent(() => import('./rules-page.tsx'), 'RulesPage'),
});

const ruleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/$ruleId',
  component: lazyRouteComponent(() => import('./rule-page.tsx'), 'RulePage'),
});

const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/new',
  component: lazyRouteComponent(() => import('./editor/rule-editor-page.tsx'), 'NewRulePage'),
});

const editorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/$ruleId/edit',
  component: lazyRouteComponent(() => import('./editor/rule-editor-page.tsx'), 'RuleEditorPage'),
});

const previewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/previews/$previewId',
  component: lazyRouteComponent(() => import('./rule-preview-page.tsx'), 'RulePreviewPage'),
});

const executionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/$ruleId/executions/$executionId',
  component: lazyRouteComponent(() => import('./execution/rule-execution-page.tsx'), 'RuleExecutionPage'),
});

const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/conversations/$conversationId',
  component: lazyRouteComponent(() => import('./conversation/rule-conversation-page.tsx'), 'RuleConversationPage'),
});

/** Automation rules and the conversations that build them. */
export const rulesSection = defineSection({
  label: 'Rules',
  about: 'Automation rules and their previews',
  icon: Workflow,
  to: '/rules',
  part: 'work',
  keywords: ['automation', 'workflow', 'trigger', 'actions'],
  routes: [rulesRoute, ruleRoute, newRoute, editorRoute, previewRoute, executionRoute, conversationRoute],
});
