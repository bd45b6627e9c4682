import type { RemediationView } from '@shipmate/protocol/web/remediations';
import { classNames } from '../../components/class-names.ts';
import { FramedList } from '../../components/framed-list.tsx';

type Health = RemediationView['checks'][number]['before'];

/** The health of the objects before the changes and now, as the cluster reports it. */
export function HealthChecks({ checks }: Pick<RemediationView, 'checks'>) {
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="checks-heading" className="space-y-3">
      <h2 id="checks-heading" className="font-semibold">
        Health before and after
      </h2>
      <FramedList className="text-xs">
        {checks.map(({ object, before, after }) => (
          <li key={object} className="space-y-2 px-4 py-3">
            <p className="font-medium wrap-anywhere">{object}</p>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              <State name="Before" health={before} />
              {after ? (
                <State name="After" health={after} />
              ) : (
                <>
                  <dt className="text-muted">After</dt>
                  <dd className="text-muted">not checked yet</dd>
                </>
              )}
            </dl>
          </li>
        ))}
      </FramedList>
    </section>
  );
}

function State({ name, health }: { readonly name: string; readonly health: Health }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className={classNames('min-w-0 wrap-anywhere', health.isHealthy ? 'text-added' : 'text-removed')}>
        {health.isHealthy ? 'Healthy' : 'Unhealthy'}: {health.state}
      </dd>
    </>
  );
}
