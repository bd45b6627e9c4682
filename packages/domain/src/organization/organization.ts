/** What a member may do in an organization. */
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

/** A tenant: everything that is stored belongs to one. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** A user's place in an organization. */
export interface Member {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
}
