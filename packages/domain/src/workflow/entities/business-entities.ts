import type { EntityType } from '../entity.ts';
import { toEntityField } from './to-entity-field.ts';

/** Fields of every table. */
const ownFields = ['id uuid!', 'created_at timestamp!', 'updated_at timestamp!'];

function table({
  number,
  name,
  description,
  fields,
}: {
  readonly number: number;
  readonly name: string;
  readonly description: string;
  readonly fields: readonly string[];
}): EntityType {
  const [id = '', ...times] = ownFields;
  return {
    id: `0192f0a0-0001-7000-8000-${String(number).padStart(12, '0')}`,
    name,
    description,
    key: 'id',
    fields: [id, ...fields, ...times].map(toEntityField),
  };
}

/** The sample business tables of every organization. Migrations create them with these columns. */
export const businessEntities: readonly EntityType[] = [
  table({
    number: 1,
    name: 'inventory.products',
    description: 'Products that are bought, stored and sold.',
    fields: ['sku text', 'name text', 'category text?', 'unit_price number', 'is_active boolean'],
  }),
  table({
    number: 2,
    name: 'inventory.inventory_items',
    description: 'Stock of a product in a warehouse.',
    fields: [
      'product_id uuid',
      'warehouse text',
      'quantity integer',
      'reserved_quantity integer',
      'reorder_point integer',
      'status text?',
    ],
  }),
  table({
    number: 3,
    name: 'sales.orders',
    description: 'Orders of customers.',
    fields: [
      'number text',
      'customer_name text',
      'customer_email text?',
      'status text',
      'total number',
      'ordered_at timestamp',
    ],
  }),
  table({
    number: 4,
    name: 'sales.order_line_items',
    description: 'Products of an order.',
    fields: ['order_id uuid', 'product_id uuid', 'quantity integer', 'unit_price number'],
  }),
  table({
    number: 5,
    name: 'procurement.purchase_orders',
    description: 'Orders to suppliers.',
    fields: ['product_id uuid', 'supplier text', 'quantity integer', 'status text', 'expected_at timestamp?'],
  }),
  table({
    number: 6,
    name: 'core.tasks',
    description: 'Tasks of members.',
    fields: [
      'title text',
      'description text?',
      'status text',
      'priority text',
      'assignee_id uuid?',
      'due_at timestamp?',
    ],
  }),
  {
    id: '0192f0a0-0001-7000-8000-000000000007',
    name: 'core.users',
    description: 'Members of the organization.',
    key: 'id',
    fields: ['id uuid!', 'name text!', 'email text!', 'role text!'].map(toEntityField),
  },
  {
    id: '0192f0a0-0001-7000-8000-000000000008',
    name: 'core.roles',
    description: 'Roles of the organization.',
    key: 'name',
    fields: ['name text!', 'members integer!'].map(toEntityField),
  },
];
