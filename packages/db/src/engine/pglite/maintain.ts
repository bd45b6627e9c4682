import type { Logger } from '@shipmate/core';
import type { EmbeddedSession } from './embedded-server.ts';

/** PostgreSQL's `autovacuum_naptime`. */
const defaultIntervalMs = 60_000;

/** Length of the write-ahead log, in bytes, from which on a checkpoint ends it. A start after a crash replays the log. */
const maxWalBytes = 16 * 1_024 * 1_024;

/**
 * Tables whose dead, inserted or changed rows, or whose age, exceed PostgreSQL's settings of autovacuum, as `relation_needs_vacanalyze` in
 * `autovacuum.c` compares them.
 * PostgreSQL keeps no statistics of `pg_statistic` and of TOAST tables.
 */
const dueTables = `
  with setting as (
    select name, setting::float8 as value from pg_settings where name like 'autovacuum%' and vartype in ('integer', 'real')
  ), limits as (
    select max(value) filter (where name = 'autovacuum_vacuum_threshold') as dead,
      max(value) filter (where name = 'autovacuum_vacuum_scale_factor') as dead_share,
      max(value) filter (where name = 'autovacuum_vacuum_insert_threshold') as inserted,
      max(value) filter (where name = 'autovacuum_vacuum_insert_scale_factor') as inserted_share,
      max(value) filter (where name = 'autovacuum_analyze_threshold') as changed,
      max(value) filter (where name = 'autovacuum_analyze_scale_factor') as changed_share,
      max(value) filter (where name = 'autovacuum_freeze_max_age') as max_age
    from setting
  ), due as (
    select format('%I.%I', stat.schemaname, stat.relname) as name,
      n_dead_tup > dead + dead_share * row_count or n_ins_since_vacuum > inserted + inserted_share * row_count
        or age(relfrozenxid) > max_age as "isVacuumDue",
      n_mod_since_analyze > changed + changed_share * row_count and relkind <> 't' and relid <> 'pg_statistic'::regclass
        as "isAnalyzeDue"
    from limits, pg_stat_all_tables as stat join pg_class on pg_class.oid = relid
      cross join lateral (select greatest(reltuples, 0) as row_count) as counted
  )
  select * from due where "isVacuumDue" or "isAnalyzeDue"`;

interface DueTable {
  readonly name: string;
  readonly isVacuumDue: boolean;
  readonly isAnalyzeDue: boolean;
}

/**
 * Does once what background processes of a PostgreSQL server do and PGlite, which has one process, does not: ends a long write-ahead log,
 * removes dead rows, and updates the statistics of the planner. Other statements run in between. When the signal fires, no further table begins.
 */
export async function maintain(server: EmbeddedSession, signal: AbortSignal): Promise<void> {
  // The log first, so that it stays short while a table cannot be vacuumed.
  const { rows: logs } = await server.query<{ readonly bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  );
  if (logs.some(({ bytes }) => bytes > maxWalBytes)) await server.exec('checkpoint');
  // Counts of the last second are not in the statistics yet.
  await server.exec('select pg_stat_force_next_flush()');
  const { rows } = await server.query<DueTable>(dueTables);
  for (const { name, isVacuumDue, isAnalyzeDue } of rows) {
    if (signal.aborted) return;
    await server.exec(
      isVacuumDue ? `vacuum (process_toast false, analyze ${isAnalyzeDue}) ${name}` : `analyze ${name}`,
    );
  }
}

/** Options for {@link startMaintenance}. */
export interface MaintenanceOptions {
  readonly logger: Logger;
  /** Default: a minute. */
  readonly intervalMs?: number;
}

/** Runs {@link maintain} at intervals and logs its errors. The returned function ends it. It does not keep the process alive. */
export function startMaintenance(
  server: EmbeddedSession,
  { logger, intervalMs = defaultIntervalMs }: MaintenanceOptions,
): () => Promise<void> {
  const ending = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    try {
      await maintain(server, ending.signal);
    } catch (error) {
      logger.error('maintenance of the embedded database failed', { error });
    } finally {
      running = undefined;
    }
  }

  const timer = setInterval(() => {
    running ??= run();
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await running;
  };
}
