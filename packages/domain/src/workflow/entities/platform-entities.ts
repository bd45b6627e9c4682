import type { EntityType } from '../entity.ts';
import { businessEntities } from './business-entities.ts';
import { toEntityField } from './to-entity-field.ts';

function platform(number: number, declared: Pick<EntityType, 'name' | 'description'>, fields: readonly string[]) {
  return {
    id: `0192f0a0-0002-7000-8000-${String(number).padStart(12, '0')}`,
    ...declared,
    key: 'id',
    fields: fields.map(toEntityField),
  };
}

/** The events of the platform, as rows that rules watch and read. Migrations create tables and views with these columns. */
export const platformEntities: readonly EntityType[] = [
  platform(
    1,
    {
      name: 'platform.findings',
      description:
        'Findings of the rules of find_problems: created when a finding appears, updated when its severity or message changes, ' +
        'deleted when it is gone. Clusters are checked each minute while an active rule watches this entity.',
    },
    [
      'id uuid!',
      'cluster text!',
      'severity text!',
      'reason text!',
      'kind text!',
      'namespace text?!',
      'name text!',
      'object text!',
      'message text!',
      'created_at timestamp!',
    ],
  ),
  platform(
    2,
    {
      name: 'platform.cluster_events',
      description:
        'Kubernetes events of type Warning: created when an event appears, updated when it occurs again. Clusters are read each ' +
        'minute while an active rule watches this entity.',
    },
    [
      'id uuid!',
      'cluster text!',
      'reason text!',
      'message text!',
      'count integer!',
      'kind text!',
      'namespace text?!',
      'name text!',
      'last_seen_at timestamp!',
      'created_at timestamp!',
    ],
  ),
  platform(
    3,
    {
      name: 'platform.alerts',
      description:
        'Alerts of Alertmanager, received by POST /api/alerts/alertmanager: created when an alert first fires, updated when it is ' +
        'resolved or fires again.',
    },
    [
      'id uuid!',
      'fingerprint text!',
      'status text!',
      'name text!',
      'severity text?!',
      'summary text?!',
      'labels json!',
      'annotations json!',
      'starts_at timestamp!',
      'created_at timestamp!',
    ],
  ),
  platform(
    4,
    {
      name: 'platform.runs',
      description:
        'Runs that ended: created when a run ends as completed, failed or cancelled. Executions of rules that watch this entity are ' +
        'left out.',
    },
    [
      'id uuid!',
      'kind text!',
      'status text!',
      'stop_reason text?!',
      'error_code text?!',
      'user_id uuid!',
      'workspace_id uuid?!',
      'cost_usd number?!',
      'ended_at timestamp!',
      'created_at timestamp!',
    ],
  ),
  platform(
    5,
    {
      name: 'platform.revisions',
      description: 'Revisions of charts: created when changes are accepted, automatically accepted or rolled back.',
    },
    [
      'id text!',
      'workspace_id uuid!',
      'workspace_name text!',
      'revision_number integer!',
      'origin text!',
      'user_id uuid!',
      'created_at timestamp!',
    ],
  ),
  platform(
    6,
    {
      name: 'platform.pushes',
      description: 'Branches that were pushed: the files of a chart, or the commits of a job in a repository.',
    },
    [
      'id uuid!',
      'origin text!',
      'workspace_id uuid?!',
      'job_id uuid?!',
      'remote text?!',
      'branch text!',
      'commit text!',
      'user_id uuid!',
      'created_at timestamp!',
    ],
  ),
];

/** The entities of every organization. */
export const builtInEntities: readonly EntityType[] = [...businessEntities, ...platformEntities];
