// Next's settings: what the custom server and the strict API routes need.
/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  agentRules: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['pg', '@prisma/client', '@prisma/adapter-pg', 'busboy', 'nodemailer', 'undici'],
  // `npm test` checks the types of the whole project; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Loading every page at the start would double the memory of a server that serves a handful of people, and its start.
  experimental: {
    preloadEntriesOnStart: false,
    // What follows makes the script of a first load smaller, most of all the practice room's.
    optimisticRouting: false,
    prefetchInlining: false,
    turbopackCjsTreeShaking: true,
    turbopackCjsScopeHoisting: true,
    turbopackCrossModuleConstants: true,
    turbopackChunking: { minChunkSize: 400_000, requestCost: 2_000_000, maxMergeChunkSize: 2_000_000 },
  },
  // Else Next looks for lockfiles in the folders above and may take one of those for the project.
  turbopack: { root: import.meta.dirname },
};
