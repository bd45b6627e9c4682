import type { Principal } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';

/** Creates a rule on the sample rows: it alerts the owners of an organization when an order becomes large. */
export async function seedSampleRule({ rules }: Pick<Stores, 'rules'>, owner: Principal): Promise<void> {
  const alert = newId();
  await rules.create(owner, {
    id: newId(),
    definition: {
      name: 'Large orders (sample)',
      description: 'Alerts the owners when the total of an order is changed to 1,000 or more.',
      isActive: true,
      entity: 'sales.orders',
      trigger: 'on_update',
      triggerConditions: [{ field_name: 'total', operator: 'greater_than', value: 999.99 }],
      actions: [
        {
          id: alert,
          name: 'Send alert',
          description: '',
          type: 'create_alert',
          config: {
            alert_type: 'large_order',
            severity: 'low',
            title: 'Large order {{number}}',
            message: '{{customer_name}} ordered for {{total}}.',
            recipients: { roles: ['owner'] },
            resolve_prior: true,
          },
          isActive: true,
        },
      ],
      edges: [{ kind: 'start', source: null, target: alert, output: null, order: 0 }],
    },
  });
}
