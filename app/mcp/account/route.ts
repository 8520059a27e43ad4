// The MCP server.
export {
  serveMcpAccount as POST,
  serveMcpAccount as GET,
  serveMcpAccount as PUT,
  serveMcpAccount as PATCH,
  serveMcpAccount as DELETE,
  serveMcpAccount as OPTIONS,
} from '../../../server/mcp/serve-mcp.ts';
