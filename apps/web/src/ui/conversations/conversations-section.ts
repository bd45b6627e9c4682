import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { parseConversationsSearch } from './conversations-search.ts';

const conversationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations',
  validateSearch: parseConversationsSearch,
  component: lazyRouteComponent(() => import('./conversations-page.tsx'), 'ConversationsPage'),
});

/** Conversations of all kinds. */
export const conversationsSection = defineSection({
  label: 'Conversations',
  about: 'Conversations about charts, clusters and rules',
  icon: MessagesSquare,
  to: '/conversations',
  part: 'work',
  keywords: ['chat', 'history', 'messages', 'search', 'archive'],
  routes: [conversationsRoute],
});
