import { sql, type Kysely } from 'kysely';

/** Adds code maps, their indexes, a kind of run, and diagrams. Allows repositories from uploaded archives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run
      drop constraint run_kind_check,
      add constraint run_kind_check
        check (kind in ('answer', 'call', 'remediation', 'rule_execution', 'repository_job', 'code_index'))`.execute(
    db,
  );
  await sql`
    alter table repository
      drop constraint repository_place,
      add constraint repository_place check (remote_url is null or local_path is null)`.execute(db);
  await sql`
    alter table repository_job
      drop constraint repository_job_place,
      add constraint repository_job_place check (
        (remote_url is null or local_path is null) and coalesce(remote_url, local_path, repository_id::text) is not null
      )`.execute(db);
  await createIndexes(db);
  await createMaps(db);
  await sql`
    create table diagram (
      id uuid primary key,
      organization_id uuid not null,
      repository_id uuid not null references repository on delete cascade,
      name text not null,
      description text,
      request json not null,
      positions json not null default '{}',
      created_by_user_id uuid not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      constraint diagram_name_unique unique (repository_id, name)
    )`.execute(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_index (
      id uuid primary key references run on delete cascade,
      organization_id uuid not null,
      repository_id uuid not null references repository on delete cascade,
      branch text,
      commit text,
      progress json
    )`.execute(db);
  await sql`create index code_index_repository on code_index (repository_id, id desc)`.execute(db);
  await sql`create index code_index_organization on code_index (organization_id, id desc)`.execute(db);
}

async function createMaps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_map (
      id uuid primary key,
      organization_id uuid not null,
      repository_id uuid not null references repository on delete cascade,
      commit text not null,
      tree_id text not null,
      branch text,
      file_count integer not null,
      size bigint not null,
      languages json not null,
      left_out json not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint code_map_commit_unique unique (repository_id, commit)
    )`.execute(db);
  await sql`create index code_map_organization on code_map (organization_id)`.execute(db);
  await sql`
    create table code_map_file (
      map_id uuid not null references code_map on delete cascade,
      position integer not null,
      path text not null,
      size bigint not null,
      blob_id text not null,
      language text,
      lines integer,
      recent_changes integer not null,
      analysis_key text,
      imports json not null,
      facts json not null,
      search tsvector not null,
      primary key (map_id, position)
    )`.execute(db);
  await sql`
    create table code_analysis (
      organization_id uuid not null references organization on delete cascade,
      key text not null,
      lines integer not null,
      symbols json not null,
      imports json not null,
      facts json not null,
      words text not null,
      search tsvector not null,
      primary key (organization_id, key)
    )`.execute(db);
  await sql`create index code_analysis_search on code_analysis using gin (search)`.execute(db);
  await sql`
    create table code_vector (
      organization_id uuid not null,
      key text not null,
      embedder text not null,
      vector bytea not null,
      primary key (organization_id, key, embedder),
      foreign key (organization_id, key) references code_analysis on delete cascade
    )`.execute(db);
}
