import type { ValueOriginView } from '@shipmate/protocol/web/value-origins';

/** The values of an action that come from untrusted text, each with its source; renders nothing when there are none. */
export function ValueOrigins({ origins }: { readonly origins: readonly ValueOriginView[] }) {
  if (origins.length === 0) return null;
  return (
    <section aria-label="Values from untrusted text" className="space-y-1">
      <p className="font-medium">Check these values: you did not write them.</p>
      <ul className="space-y-0.5">
        {origins.map(({ value, field, from }) => (
          <li key={`${field} ${value}`} className="wrap-anywhere">
            {field !== '' && `${field} `}
            <code className="font-mono">{value}</code> <span className="text-caution font-medium">{from}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
