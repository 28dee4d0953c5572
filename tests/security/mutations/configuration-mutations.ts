import type { Mutation } from '#tests/security/mutation.ts'

/** V12 and V13. */
export const CONFIGURATION_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['12.1.1', '12.1.2', '12.2.1', '12.2.2'],
    file: 'server/start-banner.ts',
    find: `  if (!isLoopback(host))\n`,
    replace: `  if (isLoopback(host))\n`,
    red: [
      'server/config/server-settings.test.ts › says that a host other than loopback needs HTTPS',
    ],
  },
  {
    ids: ['13.2.2'],
    file: 'deploy/database-role.sql',
    find: '  nosuperuser ',
    replace: '  superuser ',
    red: [
      'server/postgres/database-role.test.ts › the role connects to its own database only, and owns no other',
      'server/postgres/database-role.test.ts › the role cannot %s',
    ],
  },
  {
    ids: ['13.3.1', '13.3.2'],
    file: 'server/config/app-secret.ts',
    find: 'const OWNER_ONLY = 0o600',
    replace: 'const OWNER_ONLY = 0o640',
    red: [
      'server/config/app-secret.test.ts › the first start creates a secret that only its owner can read, unless one is configured',
    ],
  },
  {
    ids: ['13.4.1', '13.4.3'],
    file: 'server/http/files/file-answer.ts',
    find: "part.startsWith('.')",
    replace: "part === '..'",
    red: ['server/http/files/static-files.test.ts › cannot lie outside the folder of the build'],
  },
  {
    ids: ['13.4.2'],
    file: 'server/http/server-error.ts',
    find: `\`Something went wrong on the server. Reference: \${line.requestId}\``,
    replace: `\`\${error.message} Reference: \${line.requestId}\``,
    red: [
      'server/http/server-error.test.ts › an unexpected error is a 500 with a log reference and without internals',
    ],
  },
  {
    ids: ['13.4.4'],
    file: 'server/create-app.ts',
    find: '405, { Allow: allow }',
    replace: "c.req.method === 'TRACE' ? 200 : 405, { Allow: allow }",
    red: ['server/hostile-http.test.ts › malformed HTTP'],
  },
  {
    ids: ['13.4.5'],
    file: 'server/create-app.ts',
    find: `  app.route('/api', healthRoutes(deps))\n`,
    replace: `  app.route('/api', healthRoutes(deps))\n  app.get('/metrics', async (c) => c.text(await deps.metrics.tell()))\n`,
    red: [
      'server/auth/auth-guard.test.ts › every route has an access rule, and every rule a route',
    ],
  },
  {
    ids: ['13.4.6'],
    file: 'server/http/http-headers.ts',
    find: 'const always = { ',
    replace: "const always = { Server: 'marketplace', ",
    red: ['server/hostile-http.test.ts › answers do not reveal the server software'],
  },
]
