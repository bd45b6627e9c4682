import { chartsSection } from './charts/charts-section.ts';
import { clusterSection } from './cluster/cluster-section.ts';
import { codeMapsSection } from './code-maps/code-maps-section.ts';
import { conversationsSection } from './conversations/conversations-section.ts';
import { inboxSection } from './inbox/inbox-section.ts';
import { organizationSection } from './organization/organization-section.ts';
import { patternsSection } from './patterns/patterns-section.ts';
import { projectsSection } from './projects/projects-section.ts';
import { proposalsSection } from './proposals/proposals-section.ts';
import { alertsSection } from './rules/alerts-section.ts';
import { rulesSection } from './rules/rules-section.ts';
import { tablesSection } from './rules/tables-section.ts';
import { repositoriesSection } from './repositories/repositories-section.ts';
import { runsSection } from './runs/runs-section.ts';
import { schedulesSection } from './schedules/schedules-section.ts';
import { homeSection } from './start/home-section.ts';
import { tokensSection } from './tokens/tokens-section.ts';

/** The sections of the app, in the order of the navigation. */
export const sections = [
  homeSection,
  chartsSection,
  clusterSection,
  repositoriesSection,
  projectsSection,
  codeMapsSection,
  rulesSection,
  alertsSection,
  tablesSection,
  proposalsSection,
  conversationsSection,
  runsSection,
  inboxSection,
  schedulesSection,
  patternsSection,
  organizationSection,
  tokensSection,
] as const;
