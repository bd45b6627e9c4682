export type { UserStore } from './user-store.ts';
export type { User } from './user.ts';
