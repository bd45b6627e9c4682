export { roles, type Member, type Organization, type Role } from './organization.ts';
