import type { Mutation } from '#tests/security/mutation.ts'

/** V16. */
export const LOG_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['16.2.1', '16.2.2'],
    file: 'server/listings/listing-changes-service.ts',
    find: 'device_label: session.deviceLabel',
    replace: "device_label: 'a device'",
    red: [
      'server/listings/listing-changes-routes.test.ts › is audited with its user, device, values and idempotency key',
    ],
  },
  {
    ids: ['16.2.1', '16.2.2'],
    file: 'server/auth/sessions/person-session-service.ts',
    find: `  await appendAccountAuditEntry(trx, 'sign-in', { accountId: account.id, deviceLabel, now })\n`,
    replace: '',
    red: [
      'server/auth/locking-out.test.ts › has each successful sign-in with its device, and no failed one',
    ],
  },
  {
    ids: ['16.2.1', '16.2.2'],
    file: 'server/auth/operator-account-service.ts',
    find: `    await appendAccountAuditEntry(trx, 'password', about)\n`,
    replace: '',
    red: [
      'server/auth/operator-account-service.test.ts › each change of the password is audited with its source',
    ],
  },
  {
    ids: ['16.2.4'],
    file: 'server/http/request-log.ts',
    find: `      requestId,\n      method`,
    replace: '      method',
    red: [
      'server/http/request-log.test.ts › has a line for each request with its route and the id sent to the client',
    ],
  },
  {
    ids: ['16.2.5'],
    file: 'server/auth/registration/registration-service.ts',
    find: 'log.info({ userId: row.id,',
    replace: 'log.info({ userId: row.id, email,',
    red: ['server/auth/registration.test.ts › stores and logs neither password nor code nor token'],
  },
  {
    ids: ['16.2.5'],
    file: 'server/mail/mail-service.ts',
    find: `        isRefusingUs = false\n        return true\n`,
    replace: `        isRefusingUs = false\n        log.warn({ code }, 'a code was mailed')\n        return true\n`,
    red: ['server/mail/code-mail.test.ts › is the only place of the code, which is not logged'],
  },
  {
    ids: ['16.2.5'],
    file: 'server/http/request-log.ts',
    find: `      status: c.res.status,\n`,
    replace: `      status: c.res.status,\n      agent: c.req.header('User-Agent'),\n`,
    red: ['server/http/request-log.test.ts › has no personal data even at its most verbose level'],
  },
  {
    ids: ['16.3.1', '16.3.2'],
    file: 'server/auth/codes/code-check-service.ts',
    find: `  deps.log.warn({ address: caller.address, reason: code }, 'a one-time code was refused')\n`,
    replace: '',
    red: ['server/auth/verify-code.test.ts › is logged with its reason, without its digits'],
  },
  {
    ids: ['16.3.1', '16.3.2'],
    file: 'server/auth/sign-in-service.ts',
    find: 'userId: account?.id, address',
    replace: 'address',
    red: ['server/auth/locking-out.test.ts › of an account is logged and audited once, by its id'],
  },
  {
    ids: ['16.3.4'],
    file: 'server/http/server-error.ts',
    find: `  log.error({ ...line, err: error }, 'unexpected error')\n`,
    replace: '',
    red: [
      'server/http/server-error.test.ts › an unexpected error is a 500 with a log reference and without internals',
    ],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/migrations/004-audit-chain.ts',
    find: "isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete']",
    replace: "isShared ? ['update', 'delete', 'truncate'] : ['update']",
    red: [
      'server/audit/chained-log.test.ts › the migration chains every row unchanged, and the log is append-only',
    ],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/migrations/004-audit-chain.ts',
    find: "isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete']",
    replace: "['update', 'delete']",
    red: [
      'server/audit/chained-log.test.ts › the migration chains every row unchanged, and the log is append-only',
    ],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/audit-chain.ts',
    find: `    before,\n`,
    replace: '',
    red: ['server/audit/audit-chain.test.ts › when a row was deleted'],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/migrations/004-audit-chain.ts',
    find: "isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete']",
    replace: "['delete']",
    red: [
      'server/audit/chained-log.test.ts › the migration chains every row unchanged, and the log is append-only',
    ],
  },
  {
    ids: ['16.4.2'],
    file: 'server/operations/audit-head-log.ts',
    find: "log.level === 'silent' ? 'silent' : 'info'",
    replace: 'log.level',
    red: [
      'server/operations/audit-head-log.test.ts › logs the last hash each hour and at the stop, which reveals a truncated log',
    ],
  },
  {
    ids: ['16.5.1'],
    file: 'server/http/server-error.ts',
    find: `\`Something went wrong on the server. Reference: \${line.requestId}\``,
    replace: `\`\${error.message} Reference: \${line.requestId}\``,
    red: [
      'server/http/server-error.test.ts › an unexpected error is a 500 with a log reference and without internals',
    ],
  },
  {
    ids: ['16.5.1'],
    file: 'server/http/calls/request-body.ts',
    find: "'The body is not valid JSON.'",
    replace: "'Unexpected token at readJson (request-body.ts).'",
    red: [
      'server/fuzz/fuzz-campaign.test.ts › every request gets an answer of the contract, and a refused one changes nothing',
    ],
  },
  {
    ids: ['16.5.2', '16.5.3'],
    file: 'server/database/database-trouble.ts',
    find: "'SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100'",
    replace: "'53100'",
    red: [
      'server/database/embedded-trouble.test.ts › a change on a full disk is refused and leaves nothing half written',
    ],
  },
  {
    ids: ['16.5.2', '16.5.3'],
    file: 'server/idempotency/idempotency-service.ts',
    find: `    running.delete(claim)\n`,
    replace: '',
    red: [
      'server/database/embedded-trouble.test.ts › reads work on a full disk, and the change succeeds once there is room',
    ],
  },
  {
    ids: ['16.5.2', '16.5.3'],
    file: 'server/auth/codes/code-service.ts',
    find: 'const codeSent = await mailer.sendCode(fresh.email, fresh.code)',
    replace: `const codeSent = await mailer.sendCode(fresh.email, fresh.code)\n  if (!codeSent) throw new Error('the mail server is down')`,
    red: [
      'server/mail/code-mail.test.ts › does not block a registration, which reports that no code was sent',
    ],
  },
]
