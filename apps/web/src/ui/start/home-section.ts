import { createRoute } from '@tanstack/react-router';
import { House } from 'lucide-react';
import { defineSection } from '../navigation/section.ts';
import { rootRoute } from '../router/root-route.ts';
import { StartPage } from './start-page.tsx';

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: StartPage });

/** The start page. */
export const homeSection = defineSection({
  label: 'Home',
  about: 'New work, and what needs you',
  icon: House,
  to: '/',
  part: 'work',
  keywords: ['start page', 'workspaces'],
  routes: [startRoute],
});
