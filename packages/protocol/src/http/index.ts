export {
  approvalHeader,
  conversationHeader,
  requestIdHeader,
  runHeader,
  toolCallHeader,
  workspaceHeader,
} from './header-names.ts';
