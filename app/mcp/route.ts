// The MCP server.
export {
  serveMcp as POST,
  serveMcp as GET,
  serveMcp as PUT,
  serveMcp as PATCH,
  serveMcp as DELETE,
  serveMcp as OPTIONS,
} from '../../server/mcp/serve-mcp.ts';
