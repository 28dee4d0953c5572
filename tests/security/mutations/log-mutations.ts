import type { Mutation } from '#tests/security/mutation.ts'

/** V16. */
export const LOG_MUTATIONS: readonly Mutation[] = [
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
    ids: ['16.2.1', '16.2.2'],
    file: 'server/auth/sessions/person-session-service.ts',
    find: `  await appendAccountAuditEntry(trx, 'sign-in', { accountId: account.id, deviceLabel, now })\n`,
    replace: '',
    red: [
      'server/auth/locking-out.test.ts › has each sign-in of a proven account with its device, and no failed one',
    ],
  },
  {
    ids: ['16.2.1', '16.2.2'],
    file: 'server/auth/operator-account-service.ts',
    find: `    await appendAccountAuditEntry(trx, 'password', about)\n`,
    replace: '',
    red: [
      'server/auth/operator-account-service.test.ts › each change of the password is in the audit log, with what changed it',
    ],
  },
  {
    ids: ['16.2.4'],
    file: 'server/http/request-log.ts',
    find: `      requestId,\n      method`,
    replace: '      method',
    red: [
      'server/http/request-log.test.ts › has a line for each request: the route and not the address, and the id that the client was told',
    ],
  },
  {
    ids: ['16.2.5'],
    file: 'server/auth/registration/registration-service.ts',
    find: 'log.info({ userId: row.id,',
    replace: 'log.info({ userId: row.id, email,',
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
    file: 'server/http/request-log.ts',
    find: `      status: c.res.status,\n`,
    replace: `      status: c.res.status,\n      agent: c.req.header('User-Agent'),\n`,
    red: [
      'server/http/request-log.test.ts › holds nothing personal at its most talkative, whatever is called',
    ],
  },
  {
    ids: ['16.3.1', '16.3.2'],
    file: 'server/auth/codes/code-check-service.ts',
    find: `  deps.log.warn({ address: caller.address, reason: code }, 'a one-time code was refused')\n`,
    replace: '',
    red: ['server/auth/verify-code.test.ts › is in the log by its reason, not by its digits'],
  },
  {
    ids: ['16.3.1', '16.3.2'],
    file: 'server/auth/sign-in-service.ts',
    find: 'userId: account?.id, address',
    replace: 'address',
    red: [
      'server/auth/locking-out.test.ts › of an account is logged and audited once, with its id and no address',
    ],
  },
  {
    ids: ['16.3.4'],
    file: 'server/http/server-error.ts',
    find: `  log.error({ ...line, err: error }, 'unexpected error')\n`,
    replace: '',
    red: [
      'server/http/server-error.test.ts › an unexpected error is a 500 whose number is in the log, and tells nothing of the inside',
    ],
  },
  {
    ids: ['16.4.2'],
    file: 'server/database/migrations/004-audit-chain.ts',
    find: "isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete']",
    replace: "isShared ? ['update', 'delete', 'truncate'] : ['update']",
    red: ['server/idempotency/idempotency-service.test.ts › the audit log refuses to be rewritten'],
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
    ids: ['16.4.2'],
    file: 'server/operations/audit-head-log.ts',
    find: "log.level === 'silent' ? 'silent' : 'info'",
    replace: 'log.level',
    red: [
      'server/operations/audit-head-log.test.ts › the last hash is logged each hour and at the end, and shows that the end of the log was cut off',
    ],
  },
  {
    ids: ['16.5.1'],
    file: 'server/http/server-error.ts',
    find: `\`Something went wrong on the server. Reference: \${line.requestId}\``,
    replace: `\`\${error.message} Reference: \${line.requestId}\``,
    red: [
      'server/http/server-error.test.ts › an unexpected error is a 500 whose number is in the log, and tells nothing of the inside',
    ],
  },
  {
    ids: ['16.5.1'],
    file: 'server/http/calls/request-body.ts',
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
    file: 'server/idempotency/idempotency-service.ts',
    find: `    running.delete(claim)\n`,
    replace: '',
    red: [
      'server/database/embedded-trouble.test.ts › reading goes on, and the same change is made when there is room again',
    ],
  },
  {
    ids: ['16.5.2', '16.5.3'],
    file: 'server/auth/codes/code-service.ts',
    find: 'const codeSent = await mailer.sendCode(fresh.email, fresh.code)',
    replace: `const codeSent = await mailer.sendCode(fresh.email, fresh.code)\n  if (!codeSent) throw new Error('the mail server is down')`,
    red: [
      'server/mail/code-mail.test.ts › does not stop a registration, which says that no code went out',
    ],
  },
]
