// The rooms of the house and who may enter which (ARCHITECTURE.md). Every rule is an error; tests/rules plants a breach of each.

/** Edges in: each speaks one protocol to the outside. */
const edgesIn = ['rest', 'trpc', 'mcp', 'a2a', 'oauth', 'auth', 'jobs', 'pages'];
/** Edges out: each speaks to one thing outside. */
const edgesOut = ['db', 'storage', 'ingest', 'separation', 'queue', 'mail'];

const rooms = (names) => `^server/(${names.join('|')})/`;
const testFile = '[.]test[.]tsx?$';
/** Tests beside the source may use tests/support and whatever they need to set a scene. */
const notATest = { pathNot: testFile };

const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...notATest },
  to: { path: '^(app|server|workers|scripts|tests)/', pathNot: allowed },
});

const fence = (name, packages, owners) => ({
  name: `package-${name}`,
  comment: `Only ${owners} may import ${packages}.`,
  severity: 'error',
  from: { path: '^(app|server|workers)/', pathNot: [testFile, owners] },
  to: { path: `^node_modules/(${packages})(/|$)` },
});

const edgeRules = edgesIn.map((edge) =>
  only(
    `edge-${edge}`,
    `server/${edge} speaks to operations, contract, auth and deps; never to another edge in, never past the operations.`,
    `^server/${edge}/`,
    [
      `^server/${edge}/`,
      rooms(['operations', 'contract', 'auth']),
      '^server/(deps|env|log)[.]ts$',
      ...(edge === 'jobs' ? [rooms(['queue'])] : []),
      // Sign-in keeps its sessions in the database through its own adapter.
      ...(edge === 'auth' ? [rooms(['db', 'mail', 'domain'])] : []),
      // Client-id documents are fetched behind the same guard as songs.
      ...(edge === 'oauth' ? [rooms(['ingest'])] : []),
    ],
  ),
);

const edgeOutRules = edgesOut.map((edge) =>
  only(
    `edge-${edge}`,
    `server/${edge} speaks to the outside: it knows the contract, the domain and itself.`,
    `^server/${edge}/`,
    [
      `^server/${edge}/`,
      rooms(['contract', 'domain']),
      '^server/(env|log)[.]ts$',
      // What app and worker say to each other is written once, in the worker's contract.
      ...(edge === 'separation' ? ['^workers/contract/'] : []),
    ],
  ),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that need each other cannot be read, tested or moved apart.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      comment: 'A package that package.json does not name.',
      severity: 'error',
      from: { path: '^(app|server|workers|scripts|tests)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-package-in-product',
      comment: 'What runs in production stands under dependencies.',
      severity: 'error',
      from: { path: '^(app|server|workers)/', ...notATest },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
    {
      name: 'no-tests-in-product',
      comment: 'The product does not import its tests or its scripts.',
      severity: 'error',
      from: { path: '^(app|server|workers)/', ...notATest },
      to: { path: ['^(tests|scripts)/', testFile] },
    },
    only('app-to-edges', 'A page or route calls an edge in, or reads the contract.', '^app/', [
      '^app/',
      rooms([...edgesIn, 'contract']),
    ]),
    {
      name: 'browser-to-contract-only',
      comment: 'What runs in the browser knows the contract, never the server.',
      severity: 'error',
      from: { path: '^app/.*/?_(room|player|ui)/', ...notATest },
      to: { path: '^(server|workers)/', pathNot: '^server/contract/' },
    },
    {
      name: 'player-is-plain',
      comment: 'The player is plain TypeScript: no React, no package but the stretch node.',
      severity: 'error',
      from: { path: '^app/.*/?_player/', ...notATest },
      to: { path: ['^node_modules/(?!signalsmith-stretch)', '/_(room|ui)/'] },
    },
    ...edgeRules,
    ...edgeOutRules,
    only('operations', 'A verb uses the domain and the edges out.', '^server/operations/', [
      rooms(['operations', 'domain', 'contract', ...edgesOut]),
      '^server/(env|log)[.]ts$',
    ]),
    only('domain', 'Pure rules: nothing but the contracts.', '^server/domain/', [
      rooms(['domain', 'contract']),
      '^workers/contract/',
    ]),
    only('contract', 'The contract is a leaf.', '^server/contract/', rooms(['contract'])),
    {
      name: 'contract-zod-only',
      comment: 'The contract runs in browsers and tools: zod and nothing else.',
      severity: 'error',
      from: { path: '^server/contract/', ...notATest },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'],
        pathNot: '^node_modules/zod/',
      },
    },
    only('engine', 'The embedded engine knows the database and nothing of songs.', '^server/engine/', [
      rooms(['engine']),
      '^server/db/(?!generated/)',
      '^server/log[.]ts$',
    ]),
    only(
      'supervisor',
      'The process tree knows programs and ports, nothing of songs.',
      '^server/supervisor/',
      [rooms(['supervisor']), '^server/db/migrate[.]ts$', '^server/(env|secrets-file)[.]ts$'],
    ),
    only('workers', 'The separation service stands alone.', '^workers/', '^workers/'),
    {
      name: 'server-to-worker-contract-only',
      comment: 'The server speaks to workers over HTTP; it shares only their contract.',
      severity: 'error',
      from: { path: '^(server|app)/', ...notATest },
      to: { path: '^workers/', pathNot: '^workers/contract/' },
    },
    fence('database', '@prisma|pg', '^server/(db|engine)/'),
    fence('onnx', 'onnxruntime-node', '^workers/models/'),
    fence('inngest', 'inngest', '^server/(queue|jobs)/'),
    fence('storage', '@vercel/blob|s3mini', '^server/storage/'),
    fence('next-auth', 'next-auth|@next-auth', '^server/auth/'),
    fence('mcp', '@modelcontextprotocol', '^server/mcp/'),
    fence('a2a', '@a2a-js', '^server/a2a/'),
    fence('wavesurfer', 'wavesurfer[.]js', '^app/[(]practice[)]/'),
    fence('busboy', 'busboy', '^server/rest/'),
    fence('undici', 'undici', '^server/ingest/'),
    fence('nodemailer', 'nodemailer', '^server/mail/'),
    fence('trpc-server', '@trpc/server', '^server/trpc/'),
    fence('react', 'react|react-dom|@tanstack', '^app/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^[.]next/', '^server/db/generated/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
