import type { Mutation } from '#tests/security/mutation.ts'

/** V12 and V13. */
export const CONFIGURATION_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['12.1.1', '12.1.2', '12.2.1', '12.2.2'],
    file: 'server/start-banner.ts',
    find: `  if (!isLoopback(host))\n`,
    replace: `  if (isLoopback(host))\n`,
    red: ['server/config/server-settings.test.ts › that another host than loopback needs HTTPS'],
  },
  {
    ids: ['13.2.2'],
    file: 'deploy/database-role.sql',
    find: '  nosuperuser ',
    replace: '  superuser ',
    red: [
      'server/postgres/database-role.test.ts › it connects to no other database, and owns no other',
      'server/postgres/database-role.test.ts › it cannot %s',
    ],
  },
  {
    ids: ['13.3.1', '13.3.2'],
    file: 'server/config/app-secret.ts',
    find: 'const OWNER_ONLY = 0o600',
    replace: 'const OWNER_ONLY = 0o640',
    red: [
      'server/config/app-secret.test.ts › without a configured secret the first start makes one that only its owner can read',
    ],
  },
  {
    ids: ['13.4.1', '13.4.3'],
    file: 'server/http/files/file-answer.ts',
    find: "part.startsWith('.')",
    replace: "part === '..'",
    red: ['server/http/files/static-files.test.ts › has no way out of its folder'],
  },
  {
    ids: ['13.4.2'],
    file: 'server/http/server-error.ts',
    find: `\`Something went wrong on the server. Reference: \${line.requestId}\``,
    replace: `\`\${error.message} Reference: \${line.requestId}\``,
    red: [
      'server/http/server-error.test.ts › an unexpected error is a 500 whose number is in the log, and tells nothing of the inside',
    ],
  },
  {
    ids: ['13.4.4'],
    file: 'server/create-app.ts',
    find: '405, { Allow: allow }',
    replace: "c.req.method === 'TRACE' ? 200 : 405, { Allow: allow }",
    red: ['server/hostile-http.test.ts › lines that are not HTTP as it should be'],
  },
  {
    ids: ['13.4.5'],
    file: 'server/create-app.ts',
    find: `  app.route('/api', healthRoutes(deps))\n`,
    replace: `  app.route('/api', healthRoutes(deps))\n  app.get('/metrics', async (c) => c.text(await deps.metrics.tell()))\n`,
    red: [
      'server/auth/auth-guard.test.ts › every route has its rule, and no rule is without a route',
    ],
  },
  {
    ids: ['13.4.6'],
    file: 'server/http/http-headers.ts',
    find: 'const always = { ',
    replace: "const always = { Server: 'marketplace', ",
    red: [
      'server/hostile-http.test.ts › the server says neither what it is nor what it is made of',
    ],
  },
]
