import type { Mutation } from '#tests/security/mutation.ts'

/** V15 and V16. */
export const SERVER_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/request-body.ts',
    find: `      if (length > MAX_BODY_BYTES) throw tooLarge()\n`,
    replace: '',
    red: ['server/request-body.test.ts › a body of unknown length is cut off at 100 kB'],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/create-app.ts',
    find: 'const MAX_URL_CHARS = 2048',
    replace: 'const MAX_URL_CHARS = 4096',
    red: ['server/request-body.test.ts › beyond 2 kB is refused'],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/http-server.ts',
    find: 'connectionsCheckingInterval: limits.lookEveryMs',
    replace: 'connectionsCheckingInterval: 600_000',
    red: [
      'server/slow-clients.test.ts › who says nothing, or never ends the head of a request, is cut off',
      'server/slow-clients.test.ts › a body that drips in is cut off at the end of its time, however lively it drips',
    ],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/http-server.ts',
    find: `  server.setTimeout(limits.stillMs)\n`,
    replace: '',
    red: [
      'server/slow-clients.test.ts › who asks for a large file and does not read it is cut off',
    ],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/auth/password-hash.ts',
    find: 'const HASHES_AT_ONCE = 4',
    replace: 'const HASHES_AT_ONCE = 400',
    red: [
      'server/auth/password-hash.test.ts › however many passwords wait for their hash, other work of the thread pool is done in between',
    ],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/http/list-cache.ts',
    find: `    await nextTurn()\n`,
    replace: '',
    red: ['server/listings/listing-routes.test.ts › lets other calls in between its pieces'],
  },
  {
    ids: ['15.1.3', '15.2.2'],
    file: 'server/limits/flood-gate.ts',
    find: 'const MAX_CALLERS = 20_000',
    replace: 'const MAX_CALLERS = 20_000_000',
    red: ['server/limits/flood-gate.test.ts › callers without number do not fill the memory'],
  },
  {
    ids: ['15.2.3'],
    file: 'server/server-settings.ts',
    find: "databaseUrl === null ? 'demo' : 'none'",
    replace: "'demo'",
    red: [
      'server/server-settings.test.ts › a database that others use too is not filled with a demonstration unless that is asked for',
    ],
  },
  {
    ids: ['15.3.1'],
    file: 'server/listings/listing-wire.ts',
    find: `    id: row.id,\n    version`,
    replace: `    id: row.id,\n    ownerId: row.owner_id,\n    version`,
    red: [
      'server/listings/listing-routes.test.ts › a listing goes out field by field, in rupees, without a status when it has none',
    ],
  },
  {
    ids: ['15.3.3'],
    file: 'server/auth/registration-service.ts',
    find: `    verified: 0,\n`,
    replace: `    verified: 1,\n`,
    red: ['server/auth/registration.test.ts › ignores what no payload decides'],
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
    ids: ['15.3.4'],
    file: 'server/client-address.ts',
    find: 'hops.reverse().find(',
    replace: 'hops.find(',
    red: [
      'server/client-address.test.ts › behind a trusted proxy the last hop before it is the client',
    ],
  },
  {
    ids: ['15.3.5', '15.3.6'],
    file: 'server/request-body.ts',
    find: 'const read = v.safeParse(schema, value)',
    replace: 'const read = v.safeParse(schema, Object.assign({}, value))',
    red: ['server/request-body.test.ts › a field named __proto__ is a field like any other'],
  },
  {
    ids: ['15.3.5', '15.3.6'],
    file: 'server/request-body.ts',
    find: `  if (!isJsonObject(value)) throw new ServerError(400, 'invalid-input', sentence)\n  return requireValid(value,`,
    replace: '  return requireValid(value as never,',
    red: [
      'server/fuzz/fuzz-campaign.test.ts › whatever is sent gets an answer in the contract’s words, and what is refused changes nothing',
    ],
  },
  {
    ids: ['15.3.7'],
    file: 'server/auth/caller.ts',
    find: '([\\w-]{1,200})$/i',
    replace: '([\\w-]{1,200})/i',
    red: ['server/hostile-http.test.ts › is refused where only one can be meant'],
  },
  {
    ids: ['15.3.7'],
    file: 'server/listings/version-match.ts',
    find: "header.split(',')",
    replace: '[header]',
    red: ['server/hostile-http.test.ts › is a list where the standard says so'],
  },
  {
    ids: ['15.4.2'],
    file: 'server/auth/sign-in-service.ts',
    find: '!account || account.password_hash !== known?.password_hash',
    replace: '!account',
    red: [
      'server/auth/sign-in-race.test.ts › a password that was renewed meanwhile is a wrong one, and is counted as such',
    ],
  },
  {
    ids: ['16.2.1', '16.2.2'],
    file: 'server/listings/listing-changes-service.ts',
    find: 'device_label: session.deviceLabel',
    replace: "device_label: 'a device'",
    red: [
      'server/listings/listing-changes-routes.test.ts › is in the audit log with who, what, from where and under which key',
    ],
  },
  {
    ids: ['16.2.4'],
    file: 'server/request-log.ts',
    find: `      requestId,\n      method`,
    replace: '      method',
    red: [
      'server/request-log.test.ts › has a line for each request: the route and not the address, and the id that the client was told',
    ],
  },
  {
    ids: ['16.2.5'],
    file: 'server/auth/registration-service.ts',
    find: 'log.info({ userId: account.id,',
    replace: 'log.info({ userId: account.id, email,',
    red: [
      'server/auth/registration.test.ts › leaves neither password nor code nor token nor secret in the database, nor the first three in the log',
    ],
  },
  {
    ids: ['16.2.5'],
    file: 'server/mail/mail-service.ts',
    find: `        isRefusingUs = false\n        return true\n`,
    replace: `        isRefusingUs = false\n        log.warn({ code }, 'a code was mailed')\n        return true\n`,
    red: ['server/mail/code-mail.test.ts › is the only place of the code: the log has none'],
  },
  {
    ids: ['16.2.5'],
    file: 'server/request-log.ts',
    find: `      status: c.res.status,\n`,
    replace: `      status: c.res.status,\n      agent: c.req.header('User-Agent'),\n`,
    red: [
      'server/request-log.test.ts › holds nothing personal at its most talkative, whatever is called',
    ],
  },
  {
    ids: ['16.3.1', '16.3.2'],
    file: 'server/auth/code-check-service.ts',
    find: `  deps.log.warn({ address: caller.address, reason: code }, 'a one-time code was refused')\n`,
    replace: '',
    red: ['server/auth/verify-code.test.ts › is in the log by its reason, not by its digits'],
  },
  {
    ids: ['16.3.4'],
    file: 'server/server-error.ts',
    find: `  log.error({ err: error, requestId, route: findRoutePattern(c) }, 'unexpected error')\n`,
    replace: '',
    red: [
      'server/server-error.test.ts › an unexpected error is a 500 whose number is in the log, and tells nothing of the inside',
    ],
  },
  {
    ids: ['16.4.1'],
    file: 'server/server-log.ts',
    find: 'destination ? pino(options, destination) : pino(options)',
    replace:
      "destination ? pino({ ...options, formatters: { log: (line) => ({ ...line, requestId: 'x' }) } }, destination) : pino(options)",
    red: [
      'server/request-log.test.ts › has a line for each request: the route and not the address, and the id that the client was told',
    ],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/migrations/004-audit-chain.ts',
    find: "isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete']",
    replace: "isShared ? ['update', 'delete', 'truncate'] : ['update']",
    red: ['server/receipts/receipt-service.test.ts › the audit log refuses to be rewritten'],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/migrations/004-audit-chain.ts',
    find: "isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete']",
    replace: "['update', 'delete']",
    red: [
      'server/postgres/open-postgres.test.ts › the audit log takes no change, and is not emptied',
    ],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/audit-chain.ts',
    find: `    before,\n`,
    replace: '',
    red: ['server/audit/audit-chain.test.ts › when a row was taken out'],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/migrations/004-audit-chain.ts',
    find: "isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete']",
    replace: "['delete']",
    red: [
      'server/audit/chained-log.test.ts › every row is kept as it was and is in the chain, which goes on and takes no change',
    ],
  },
  {
    ids: ['16.5.1'],
    file: 'server/server-error.ts',
    find: `\`Something went wrong on the server. Reference: \${requestId}\``,
    replace: `\`\${error.message} Reference: \${requestId}\``,
    red: [
      'server/server-error.test.ts › an unexpected error is a 500 whose number is in the log, and tells nothing of the inside',
    ],
  },
  {
    ids: ['16.5.1'],
    file: 'server/request-body.ts',
    find: "'The body is not valid JSON.'",
    replace: "'Unexpected token at readJson (request-body.ts).'",
    red: [
      'server/fuzz/fuzz-campaign.test.ts › whatever is sent gets an answer in the contract’s words, and what is refused changes nothing',
    ],
  },
  {
    ids: ['16.5.2', '16.5.3'],
    file: 'server/database/database-trouble.ts',
    find: "'SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100'",
    replace: "'53100'",
    red: [
      'server/database/embedded-trouble.test.ts › a change on a full disk is refused for later and leaves nothing half written',
    ],
  },
  {
    ids: ['16.5.2', '16.5.3'],
    file: 'server/database/dialect.ts',
    find: "if (this.#database.inTransaction) this.#database.exec('rollback')",
    replace: "this.#database.exec('rollback')",
    red: [
      'server/database/embedded-trouble.test.ts › reading goes on, and the same change is made when there is room again',
    ],
  },
  {
    ids: ['16.5.2', '16.5.3'],
    file: 'server/auth/code-service.ts',
    find: 'const codeSent = await mailer.sendCode(fresh.email, fresh.code)',
    replace: `const codeSent = await mailer.sendCode(fresh.email, fresh.code)\n  if (!codeSent) throw new Error('the mail server is down')`,
    red: [
      'server/mail/code-mail.test.ts › does not stop a registration, which says that no code went out',
    ],
  },
]
