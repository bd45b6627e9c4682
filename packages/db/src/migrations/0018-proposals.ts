import { sql, type Kysely } from 'kysely';

/** Adds proposals of flows, and the call that executes an accepted proposal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table proposal (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      flow text not null check (flow in ('build-platform', 'recommend')),
      intent text not null,
      status text not null check (status in ('asking', 'ready', 'taken', 'done', 'failed', 'withdrawn')),
      work json not null,
      taken_by text,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      constraint proposal_member foreign key (organization_id, user_id) references member on delete cascade,
      constraint proposal_taken check (status <> 'taken' or taken_by is not null)
    )`.execute(db);
  await sql`create index proposal_owner on proposal (organization_id, user_id, created_at desc)`.execute(db);
}
