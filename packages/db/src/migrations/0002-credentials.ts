import { sql, type Kysely } from 'kysely';

/** Creates hashed secrets. Each belongs to a membership and is deleted with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table session (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      secret_hash text not null constraint session_secret_unique unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      foreign key (organization_id, user_id) references member on delete cascade
    )`.execute(db);
  await sql`create index session_member on session (organization_id, user_id)`.execute(db);

  await sql`
    create table login_link (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      secret_hash text not null constraint login_link_secret_unique unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      consumed_at timestamptz,
      foreign key (organization_id, user_id) references member on delete cascade
    )`.execute(db);
  await sql`create index login_link_member on login_link (organization_id, user_id)`.execute(db);

  await sql`
    create table extension_token (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      name text not null,
      secret_hash text not null constraint extension_token_secret_unique unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      foreign key (organization_id, user_id) references member on delete cascade
    )`.execute(db);
  await sql`create index extension_token_member on extension_token (organization_id, user_id, created_at desc)`.execute(
    db,
  );
}
