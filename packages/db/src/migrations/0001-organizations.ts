import { sql, type Kysely } from 'kysely';

/** Creates organizations, users and memberships. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organization (
      id uuid primary key,
      name text not null,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table app_user (
      id uuid primary key,
      email text not null,
      name text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index app_user_email_unique on app_user (lower(email))`.execute(db);

  await sql`
    create table member (
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      role text not null check (role in ('owner', 'member')),
      created_at timestamptz not null default now(),
      primary key (organization_id, user_id)
    )`.execute(db);
  await sql`create index member_user on member (user_id, created_at)`.execute(db);
}
