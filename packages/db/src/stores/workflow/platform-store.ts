import type { Principal } from '@shipmate/core';
import {
  type ClusterEvent,
  type ClusterFinding,
  parseFieldValue,
  type PlatformStore,
  type ReceivedAlert,
  type RecordedRows,
  toValueText,
} from '@shipmate/domain/workflow';
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import type { Announce } from '../../notify/topic.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableJson } from '../storable-json.ts';
import { storableText } from '../storable-text.ts';

/** The longest stored message. */
const maxMessage = 2_000;

/** Rows that a check stores at most. */
const maxRows = 5_000;

/** Creates a {@link PlatformStore} on SQL. */
export function createPlatformStore(executor: Executor, announce: Announce): PlatformStore {
  /** Runs an upsert that returns `is_new` for each changed row. */
  async function upsert(on: Executor, statement: RawBuilder<{ readonly is_new: boolean }>): Promise<RecordedRows> {
    const { rows } = await statement.execute(on);
    const created = rows.filter(({ is_new: isNew }) => isNew).length;
    if (rows.length > 0) announce('rule_events');
    return { created, updated: rows.length - created, deleted: 0 };
  }

  return {
    async recordAlerts(principal, alerts) {
      const organizationId = organizationOf(principal);
      const given = uniqueBy(alerts, ({ fingerprint }) => fingerprint).map(toStoredAlert);
      return upsert(
        executor,
        sql`
          insert into platform.alerts as known
            (organization_id, fingerprint, status, name, severity, summary, labels, annotations, starts_at)
          select ${organizationId}::uuid, fingerprint, status, coalesce(labels ->> 'alertname', ''), labels ->> 'severity',
            coalesce(annotations ->> 'summary', annotations ->> 'description'), labels, annotations, starts_at
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given
            (fingerprint text, status text, labels jsonb, annotations jsonb, starts_at timestamptz)
          where status = 'firing' or exists (
            select from platform.alerts as fired
            where fired.organization_id = ${organizationId}::uuid and fired.fingerprint = given.fingerprint
          )
          on conflict on constraint alerts_once do update set
            status = excluded.status, name = excluded.name, severity = excluded.severity, summary = excluded.summary,
            labels = excluded.labels, annotations = excluded.annotations, starts_at = excluded.starts_at
          where (known.status, known.labels, known.annotations, known.starts_at)
            is distinct from (excluded.status, excluded.labels, excluded.annotations, excluded.starts_at)
          returning xmax = 0 as is_new`,
      );
    },

    async recordFindings(principal, { cluster, findings, gaps }) {
      const organizationId = organizationOf(principal);
      const given = uniqueBy(findings, toFindingKey).slice(0, maxRows).map(toStoredFinding);
      const recordset = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given
        (severity text, reason text, kind text, namespace text, name text, object text, message text)`;
      const gapList = sql`${gaps.map(storableText)}::text[]`;
      return inTransaction(executor, async (transaction) => {
        const changed = await upsert(
          transaction,
          // Numbers in a message, such as counts of restarts, change with each check.
          sql`
            insert into platform.findings as known
              (organization_id, cluster, severity, reason, kind, namespace, name, object, message, gaps)
            select ${organizationId}::uuid, ${storableText(cluster)}::text, severity, reason, kind, namespace, name, object,
              message, ${gapList} from ${recordset}
            on conflict on constraint findings_once do update set
              severity = excluded.severity, gaps = excluded.gaps,
              message = case when regexp_replace(known.message, '\\d+', '0', 'g') = regexp_replace(excluded.message, '\\d+', '0', 'g')
                then known.message else excluded.message end
            where (known.severity, known.gaps) is distinct from (excluded.severity, excluded.gaps)
              or regexp_replace(known.message, '\\d+', '0', 'g') <> regexp_replace(excluded.message, '\\d+', '0', 'g')
            returning xmax = 0 as is_new`,
        );
        const { rows } = await sql`
          delete from platform.findings as known
          where organization_id = ${organizationId}::uuid and cluster = ${storableText(cluster)}::text
            and ${gapList} <@ known.gaps
            and not exists (
              select from ${recordset}
              where (given.reason, given.kind, given.name) = (known.reason, known.kind, known.name)
                and given.namespace is not distinct from known.namespace
            )
          returning id`.execute(transaction);
        if (rows.length > 0) announce('rule_events');
        return { ...changed, deleted: rows.length };
      });
    },

    async recordClusterEvents(principal, cluster, events) {
      const given = uniqueBy(events, ({ uid }) => uid)
        .slice(0, maxRows)
        .map(toStoredClusterEvent);
      return upsert(
        executor,
        sql`
          insert into platform.cluster_events as known
            (organization_id, cluster, uid, reason, message, count, kind, namespace, name, last_seen_at)
          select ${organizationOf(principal)}::uuid, ${storableText(cluster)}::text, uid, reason, message, count, kind,
            namespace, name, last_seen_at
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given
            (uid text, reason text, message text, count integer, kind text, namespace text, name text, last_seen_at timestamptz)
          on conflict on constraint cluster_events_once do update set
            message = excluded.message, count = excluded.count, last_seen_at = excluded.last_seen_at
          where excluded.last_seen_at > known.last_seen_at or excluded.count > known.count
          returning xmax = 0 as is_new`,
      );
    },

    async listWatches(entities) {
      const { rows } = await sql<{ organization_id: string; entity: string; owner_user_id: string }>`
        select distinct on (rule.organization_id, rule.entity) rule.organization_id, rule.entity, rule.owner_user_id
        from workflow_rule as rule
        join member on member.organization_id = rule.organization_id and member.user_id = rule.owner_user_id
        where rule.is_active and rule.entity = any(${entities}::text[])
        order by rule.organization_id, rule.entity, rule.created_at, rule.id`.execute(executor);
      return rows.map(({ organization_id: organizationId, entity, owner_user_id: userId }) => ({
        entity,
        principal: { organizationId, userId, via: 'job' },
      }));
    },

    async leaseCheck(principal, { name, seconds }) {
      const { rows } = await sql`
        insert into platform_check as check_lease (organization_id, name, leased_until)
        values (${organizationOf(principal)}::uuid, ${storableText(name)}::text,
          clock_timestamp() + make_interval(secs => ${seconds}::float8))
        on conflict (organization_id, name) do update set leased_until = excluded.leased_until
        where check_lease.leased_until <= clock_timestamp()
        returning name`.execute(executor);
      return rows.length > 0;
    },

    async deleteOldClusterEvents({ olderThanDays, limit }) {
      const { rows } = await sql`
        delete from platform.cluster_events where id in (
          select id from platform.cluster_events
          where last_seen_at < clock_timestamp() - make_interval(days => ${olderThanDays}::integer)
          order by last_seen_at limit ${limit}::integer for update skip locked
        ) returning id`.execute(executor);
      return rows.length;
    },
  };
}

/** Rows of the platform belong to no workspace. */
function organizationOf(principal: Principal): string {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('organization');
  return inOrganization(principal).organization_id;
}

function uniqueBy<Item>(items: readonly Item[], toKey: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [toKey(item), item])).values()];
}

function toFindingKey({ reason, kind, namespace, name }: ClusterFinding): string {
  return JSON.stringify([reason, kind, namespace, name]);
}

function toTime(name: string, text: string): string {
  return toValueText(parseFieldValue({ name, type: 'timestamp', isNullable: false, isWritable: true }, text));
}

function toStoredAlert({ startsAt, fingerprint, status, labels, annotations }: ReceivedAlert) {
  const alert = { fingerprint, status, labels, annotations, starts_at: toTime('startsAt', startsAt) };
  return storableJson(alert);
}

function toStoredFinding({ message, ...finding }: ClusterFinding) {
  return storableJson({ ...finding, message: message.slice(0, maxMessage) });
}

function toStoredClusterEvent({ message, lastSeenAt, ...event }: ClusterEvent) {
  const lastSeen = toTime('lastSeenAt', lastSeenAt);
  return storableJson({ ...event, message: message.slice(0, maxMessage), last_seen_at: lastSeen });
}
