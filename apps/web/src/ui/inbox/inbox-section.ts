import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useInbox, useInboxItems } from '../api/inbox-query.ts';
import { defineSection } from '../navigation/section.ts';
import type { SectionCount } from '../notifications/section-count.ts';
import { rootRoute } from '../router/root-route.ts';

const inboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
});

/** Everything that waits for the person. */
export const inboxSection = defineSection({
  label: 'Inbox',
  about: 'Approvals, plans, proposals and questions',
  icon: Inbox,
  to: '/inbox',
  part: 'work',
  useCounts: useInboxCounts,
  keywords: ['approvals', 'approve', 'waiting', 'plans', 'previews', 'questions'],
  routes: [inboxRoute],
});

function useInboxCounts(): readonly SectionCount[] {
  const count = useInboxItems().length;
  return [{ count, hasMore: useInbox().hasNextPage, word: 'waiting', needsAttention: true }];
}
