import type { Mutation } from '#tests/security/mutation.ts'

/** V15. */
export const CODING_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/http/calls/request-body.ts',
    find: 'const MAX_BODY_BYTES = 100_000',
    replace: 'const MAX_BODY_BYTES = 300_000',
    red: ['server/http/calls/request-body.test.ts › a body of unknown length is cut off at 100 kB'],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/create-app.ts',
    find: 'const MAX_URL_CHARS = 2048',
    replace: 'const MAX_URL_CHARS = 4096',
    red: ['server/http/calls/request-body.test.ts › beyond 2 kB is refused'],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/http/http-server.ts',
    find: 'connectionsCheckingInterval: limits.lookEveryMs',
    replace: 'connectionsCheckingInterval: 600_000',
    red: [
      'server/slow-clients.test.ts › a client that never completes the head of a request is cut off',
      'server/slow-clients.test.ts › a slow body is cut off at its timeout, even while bytes arrive',
    ],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/http/http-server.ts',
    find: `  server.setTimeout(limits.stillMs)\n`,
    replace: '',
    red: ['server/slow-clients.test.ts › a client that does not read a large file is cut off'],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/auth/passwords/password-hash.ts',
    find: 'const HASHES_AT_ONCE = 4',
    replace: 'const HASHES_AT_ONCE = 400',
    red: ['server/auth/passwords/password-hash.test.ts › hashes at most four passwords at a time'],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/http/calls/list-cache.ts',
    find: `    await nextTurn()\n`,
    replace: '',
    red: [
      'server/http/calls/list-cache.test.ts › other calls run between two chunks, also where none has changed',
    ],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/limits/flood-gate.ts',
    find: 'const MAX_CALLERS = 20_000',
    replace: 'const MAX_CALLERS = 20_000_000',
    red: ['server/limits/flood-gate.test.ts › any number of callers takes limited memory'],
  },
  {
    ids: ['15.2.3'],
    file: 'server/config/server-settings.ts',
    find: "databaseUrl === null ? 'demo' : 'none'",
    replace: "'demo'",
    red: [
      'server/config/server-settings.test.ts › a shared database gets no demo data unless SEED asks for it',
    ],
  },
  {
    ids: ['15.3.1'],
    file: 'server/listings/listing-wire.ts',
    find: `    id: row.id,\n    version`,
    replace: `    id: row.id,\n    ownerId: row.owner_id,\n    version`,
    red: [
      'server/listings/listing-routes.test.ts › a listing has its fields in rupees, and no status when it has none',
    ],
  },
  {
    ids: ['15.3.3'],
    file: 'server/auth/person-repository.ts',
    find: `    verified: 0,\n`,
    replace: `    verified: 1,\n`,
    red: ['server/auth/registration.test.ts › ignores fields that only the server sets'],
  },
  {
    ids: ['15.3.3'],
    file: 'server/events/event-body.ts',
    find: `    if (SERVERS_OWN.has(name)) continue\n`,
    replace: '',
    red: [
      'server/events/event-routes.test.ts › cannot move an event to another id or owner, nor set its version',
    ],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/http/connection-limit.ts',
    find: 'server.maxConnections = limits.total',
    replace: 'server.maxConnections = Number.POSITIVE_INFINITY',
    red: [
      'server/http/connection-limit.test.ts › a connection beyond the limit of %s is closed at once; the others continue',
    ],
  },
  {
    ids: ['15.3.4'],
    file: 'server/http/client-address.ts',
    find: ".split(',').reverse()",
    replace: ".split(',')",
    red: [
      'server/http/client-address.test.ts › behind a trusted proxy, the last hop before it is the client',
    ],
  },
  {
    ids: ['15.3.5', '15.3.6'],
    file: 'server/http/calls/request-body.ts',
    find: 'const read = v.safeParse(schema, value)',
    replace: 'const read = v.safeParse(schema, Object.assign({}, value))',
    red: ['server/http/calls/request-body.test.ts › a field named __proto__ is an ordinary field'],
  },
  {
    ids: ['15.3.7'],
    file: 'server/auth/caller.ts',
    find: '([\\w-]{1,200})$/i',
    replace: '([\\w-]{1,200})/i',
    red: ['server/hostile-http.test.ts › is refused where only one value is allowed'],
  },
  {
    ids: ['15.3.7'],
    file: 'server/listings/version-match.ts',
    find: "header.split(',')",
    replace: '[header]',
    red: ['server/hostile-http.test.ts › is a list where the standard allows one'],
  },
  {
    ids: ['15.4.2'],
    file: 'server/auth/passwords/credential-service.ts',
    find: 'email === before.email && passwordHash === before.password_hash ? person : null',
    replace: 'email === before.email && passwordHash ? person : null',
    red: [
      'server/auth/sign-in-race.test.ts › a password that was replaced meanwhile counts as a wrong one',
    ],
  },
]
