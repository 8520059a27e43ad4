// The agent card.
export { serveAgentCard as GET } from '../../../server/a2a/agent-card.ts';
