import type { Mutation } from '#tests/security/mutation.ts'

/** V3. */
export const FRONTEND_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['3.2.1'],
    file: 'server/http/http-headers.ts',
    find: "'X-Content-Type-Options': 'nosniff', ",
    replace: '',
    red: [
      'server/http/http-headers.test.ts › every answer has the security headers, including errors',
    ],
  },
  {
    ids: ['3.3.1', '3.3.2', '3.3.3', '3.3.4'],
    file: 'server/http/http-headers.ts',
    find: 'const always = { ',
    replace: "const always = { 'Set-Cookie': 'a=b', ",
    red: [
      'server/http/http-headers.test.ts › every answer has the security headers, including errors',
    ],
  },
  {
    ids: ['3.4.1'],
    file: 'server/http/http-headers.ts',
    find: 'max-age=63072000',
    replace: 'max-age=630720',
    red: [
      'server/http/http-headers.test.ts › sends HSTS only when a trusted proxy reports that the client used HTTPS',
    ],
  },
  {
    ids: ['3.4.2'],
    file: 'server/http/http-headers.ts',
    find: 'origin: [...settings.corsOrigins]',
    replace: 'origin: (origin) => origin',
    red: [
      'server/http/http-headers.test.ts › is refused when it is not listed, or when there is no list',
    ],
  },
  {
    ids: ['3.4.2'],
    file: 'server/http/http-headers.ts',
    find: 'origin: [...settings.corsOrigins]',
    replace: "origin: '*'",
    red: ['server/http/http-headers.test.ts › may read answers when it is listed'],
  },
  {
    ids: ['3.4.3', '3.4.6'],
    file: 'server/http/http-headers.ts',
    find: `    "frame-ancestors 'none'",\n`,
    replace: '',
    red: [
      'server/http/http-headers.test.ts › the page policy allows own resources only, no frames and no device features',
    ],
  },
  {
    ids: ['3.4.3', '3.4.6'],
    file: 'server/http/http-headers.ts',
    find: `"default-src 'none'; frame-ancestors 'none'"`,
    replace: `"default-src 'none'"`,
    red: [
      'server/http/http-headers.test.ts › every answer has the security headers, including errors',
    ],
  },
  {
    ids: ['3.4.4'],
    file: 'server/http/http-headers.ts',
    find: "'X-Content-Type-Options': 'nosniff', ",
    replace: '',
    red: [
      'server/http/http-headers.test.ts › every answer has the security headers, including errors',
    ],
  },
  {
    ids: ['3.4.5'],
    file: 'server/http/http-headers.ts',
    find: "'no-referrer'",
    replace: "'unsafe-url'",
    red: [
      'server/http/http-headers.test.ts › every answer has the security headers, including errors',
    ],
  },
  {
    ids: ['3.5.1', '3.5.2'],
    file: 'server/http/cross-site-guard.ts',
    find: "return site !== 'none' && site !== 'same-origin'",
    replace: 'return false',
    red: ['server/http/cross-site-guard.test.ts › a %s page cannot write on behalf of a visitor'],
  },
  {
    ids: ['3.5.1', '3.5.2'],
    file: 'server/http/cross-site-guard.ts',
    find: '!URL.canParse(origin) ||',
    replace: 'URL.canParse(origin) &&',
    red: ['server/http/cross-site-guard.test.ts › without Sec-Fetch-Site, the origin decides'],
  },
  {
    ids: ['3.5.3'],
    file: 'server/events/event-routes.ts',
    find: `    const page = readEventPage(c.req.query())\n`,
    replace: `    const page = readEventPage(c.req.query())\n    await db.updateTable('events').set({ version: 99 }).execute()\n`,
    red: [
      'server/fuzz/fuzz-campaign.test.ts › every request gets an answer of the contract, and a refused one changes nothing',
    ],
  },
  {
    ids: ['3.5.3'],
    file: 'server/create-app.ts',
    find: `  app.all('/api/*', (c) => {\n`,
    replace: `  app.all('/api/*', (c) => {\n    if (c.req.header('X-HTTP-Method-Override') === 'GET') return c.json({ success: true })\n`,
    red: [
      'server/http/cross-site-guard.test.ts › the header %s does not change the method of a request',
    ],
  },
  {
    ids: ['3.5.4'],
    file: 'server/http/http-headers.ts',
    find: `"default-src 'none'; sandbox"`,
    replace: `"default-src 'none'"`,
    red: ['server/media/media-routes.test.ts › no answer can run scripts in the origin of the app'],
  },
  {
    ids: ['3.5.5'],
    file: 'src/service-worker/worker-life.ts',
    find: "(data as { type?: string } | null)?.type === 'SKIP_WAITING'",
    replace: 'data',
    red: [
      'service-worker/worker-life.test.ts › it takes over when a person asked for the update, and for no other message',
    ],
  },
  {
    ids: ['3.7.2'],
    file: 'src/features/auth/return-to.ts',
    find: "return path.startsWith('/account/') && ",
    replace: 'return ',
    red: ['features/auth/auth-page-state.test.ts › where a person goes after signing in'],
  },
]
