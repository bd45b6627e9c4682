/** A page that is reachable from anywhere. */
export interface SitePage {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  /** Short description of the page. */
  readonly about: string;
  /** Further search terms. */
  readonly keywords: readonly string[];
}

/** The pages of the site, in menu order. */
export const sitePages: readonly SitePage[] = [
  { id: 'start', label: 'Start page', href: '/', about: 'Charts and workspaces', keywords: ['home', 'workspaces'] },
  {
    id: 'cluster',
    label: 'Cluster',
    href: '/cluster',
    about: 'Problems, investigations and remediations',
    keywords: ['kubernetes', 'problems', 'health', 'nodes', 'pods'],
  },
  {
    id: 'proposals',
    label: 'Proposals',
    href: '/proposals',
    about: 'Recommendations and platform operations',
    keywords: ['recommend', 'build', 'platform', 'operation'],
  },
  {
    id: 'runs',
    label: 'Runs',
    href: '/runs',
    about: 'Agent runs, step by step',
    keywords: ['trace', 'history', 'cost'],
  },
  {
    id: 'schedules',
    label: 'Schedules',
    href: '/schedules',
    about: 'Recurring questions',
    keywords: ['cron', 'repeat', 'jobs'],
  },
  {
    id: 'patterns',
    label: 'Patterns and policies',
    href: '/patterns',
    about: 'Documents that agents follow',
    keywords: ['documents', 'standards', 'rules'],
  },
  {
    id: 'organization',
    label: 'Organization',
    href: '/organization',
    about: 'Spending, limits and audit',
    keywords: ['spending', 'limits', 'audit'],
  },
];
