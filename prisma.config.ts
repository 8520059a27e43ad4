// Prisma's settings; the schema engine is our wrapper, since the real one would have to be downloaded.
import path from 'node:path';
import { defineConfig } from 'prisma/config';

process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= path.join(import.meta.dirname, 'scripts/schema-engine.mjs');
process.env['CHECKPOINT_DISABLE'] ??= '1';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/partbook' },
});
