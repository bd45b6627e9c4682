/** Roles of a member in an organization. */
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

/** A tenant: all stored data belongs to one. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** A user's membership in an organization. */
export interface Member {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
}
