import { sql, type Kysely } from 'kysely';

/** Adds the checkpoints of a job before each turn, and the job that another one continues or undoes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table repository_job
      add column continued_job_id uuid references repository_job on delete set null,
      add column continued_turn integer check (continued_turn >= 0),
      add column is_undo boolean not null default false,
      add column checkpoint_store uuid,
      add constraint repository_job_undo check (not is_undo or continued_turn is not null)`.execute(db);
  await sql`create index repository_job_continued on repository_job (continued_job_id)`.execute(db);
  await sql`
    create table repository_checkpoint (
      job_id uuid not null references repository_job on delete cascade,
      turn integer not null check (turn >= 0),
      head_commit text not null,
      tree text not null,
      created_at timestamptz not null default clock_timestamp(),
      primary key (job_id, turn)
    )`.execute(db);
}
