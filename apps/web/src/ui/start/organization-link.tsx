import { Link } from '../router/link.tsx';

/** The way to what the organization spends and did. */
export function OrganizationLink({ name }: { name: string }) {
  return (
    <p className="text-muted text-xs">
      <Link href="/organization" className="hover:text-ink underline underline-offset-2">
        Spending, limits and audit of {name}
      </Link>
    </p>
  );
}
