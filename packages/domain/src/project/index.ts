export {
  maxMessageChars,
  type Channel,
  type ChannelMessage,
  type NewChannelMessage,
  type Project,
  type ProjectMember,
} from './project.ts';
export type { ProjectStore } from './project-store.ts';
