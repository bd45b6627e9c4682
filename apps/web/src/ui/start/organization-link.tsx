import { Link } from '../router/link.tsx';

/** The link to the organization's usage and audit log. */
export function OrganizationLink({ name }: { name: string }) {
  return (
    <p className="text-muted text-xs">
      <Link href="/organization" className="hover:text-ink underline underline-offset-2">
        Spending, limits and audit of {name}
      </Link>
    </p>
  );
}
