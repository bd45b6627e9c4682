import { toJsonText } from '@shipmate/core';
import { isId, newId } from '@shipmate/domain';
import type { AuditEntry, AuditStore } from '@shipmate/domain/audit';
import { sql, type Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { AuditEntryTable } from '../../schema/audit-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';

/** Creates an {@link AuditStore} on SQL. */
export function createAuditStore(executor: Executor): AuditStore {
  return {
    async append(principal, { kind, subjectId, workspaceId = null, details = {} }) {
      requireId(principal.userId, 'user');
      const { request } = principal;
      await executor
        .insertInto('audit_entry')
        .values({
          ...inOrganization(principal),
          id: newId(),
          user_id: principal.userId,
          via: principal.via,
          request_id: storableText(request?.id ?? null),
          remote_address: request?.remoteAddress ?? null,
          kind,
          subject_id: subjectId,
          workspace_id: workspaceId,
          details: toJsonText(details),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async list(principal, { before, kind, userId, limit }) {
      const ids = [before, userId].filter((id) => id !== undefined);
      if (!ids.every(isId)) return [];
      const { organization_id: organizationId } = inOrganization(principal);
      const rows = await executor
        .selectFrom('audit_entry as entry')
        .leftJoin('app_user', 'app_user.id', 'entry.user_id')
        .selectAll('entry')
        .select('app_user.name as user_name')
        .where((eb) =>
          eb.and({
            'entry.organization_id': organizationId,
            ...(kind !== undefined && { 'entry.kind': kind }),
            ...(userId !== undefined && { 'entry.user_id': userId }),
          }),
        )
        .$if(before !== undefined, (query) =>
          query.where(
            sql<boolean>`(entry.at, entry.id) < (
              select at, id from audit_entry where id = ${before}::uuid and organization_id = ${organizationId}::uuid)`,
          ),
        )
        .orderBy('entry.at', 'desc')
        .orderBy('entry.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toAuditEntry);
    },
  };
}

function toAuditEntry(row: Selectable<AuditEntryTable> & { readonly user_name: string | null }): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    userId: row.user_id,
    userName: row.user_name,
    via: row.via,
    requestId: row.request_id,
    remoteAddress: row.remote_address,
    kind: row.kind,
    subjectId: row.subject_id,
    workspaceId: row.workspace_id,
    details: row.details,
  };
}
