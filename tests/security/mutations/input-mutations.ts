import type { Mutation } from '#tests/security/mutation.ts'

/** V1 and V2. */
export const INPUT_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['1.1.1'],
    file: 'server/file-answer.ts',
    find: '|| /[/\\\\\\0]/.test(part)',
    replace: '|| /[/\\\\\\0]/.test(encoded)',
    red: ['server/hostile-http.test.ts › lines that are not HTTP as it should be'],
  },
  {
    ids: ['1.1.2', '1.2.1', '1.2.3', '1.3.1', '1.3.5', '1.3.7', '3.2.2'],
    file: 'src/main.tsx',
    find: `startTheme()\n`,
    replace: `startTheme()\nroot.innerHTML = location.hash\n`,
    red: [
      'architecture/security-table.test.ts › no code builds HTML, runs text, starts a program or guesses for a secret',
    ],
  },
  {
    ids: ['1.2.5', '1.3.2'],
    file: 'server/serve.ts',
    find: 'let isClosing = false',
    replace: "let isClosing = eval('false')",
    red: [
      'architecture/security-table.test.ts › no code builds HTML, runs text, starts a program or guesses for a secret',
    ],
  },
  {
    ids: ['1.2.5', '1.3.2'],
    file: 'server/http-headers.ts',
    find: `"script-src 'self'"`,
    replace: `"script-src 'self' 'unsafe-eval'"`,
    red: [
      'server/http-headers.test.ts › a page may load from here alone, be framed by nobody and reach nothing of the device',
    ],
  },
  {
    ids: ['1.2.2'],
    file: 'src/api/foreign-address.ts',
    find: "!url?.startsWith('https:') || ",
    replace: '!url || ',
    red: ['api/foreign-address.test.ts › %s is on %s, and its link is %s'],
  },
  {
    ids: ['1.2.2'],
    file: 'src/features/members/member-sheet.tsx',
    find: 'encodeURIComponent(address)',
    replace: 'address',
    red: [
      'features/members/member-sheet.test.tsx › a phone number and an address are links that carry nothing else',
    ],
  },
  {
    ids: ['1.2.4'],
    file: 'server/database/search-words.ts',
    find: `sql\`\${find}(\${text}, \${pattern}) > 0\``,
    replace: `sql\`\${find}(\${text}, \${sql.raw(\`'\${pattern}'\`)}) > 0\``,
    red: [
      'server/listings/listing-pages.test.ts › a search for NUL, half a character or a hundred quotes finds nothing and breaks nothing',
      'server/fuzz/fuzz-campaign.test.ts › whatever is sent gets an answer in the contract’s words, and what is refused changes nothing',
    ],
  },
  {
    ids: ['1.2.4'],
    file: 'server/database/search-words.ts',
    find: `gram.replaceAll('"', '""')`,
    replace: 'gram',
    red: [
      'server/listings/listing-pages.test.ts › a search for NUL, half a character or a hundred quotes finds nothing and breaks nothing',
    ],
  },
  {
    ids: ['1.2.9'],
    file: 'server/database/search-words.ts',
    find: `sql\`\${find}(\${text}, \${pattern}) > 0\``,
    replace: `sql\`\${text} like \${\`%\${pattern}%\`}\``,
    red: [
      'server/listings/listing-pages.test.ts › the pages of any query, put together, are what its words, filters and order say, each listing once',
    ],
  },
  {
    ids: ['1.3.3'],
    file: 'src/domain/account.ts',
    find: "v.email('Enter a valid e-mail address.'),",
    replace: '',
    red: ['server/mail/code-mail.test.ts › %j is no address that a mail goes to'],
  },
  {
    ids: ['1.3.4'],
    file: 'server/media/media-type.ts',
    find: 'return found?.[0] ?? null',
    replace: "return found?.[0] ?? (start.startsWith('3c737667') ? 'image/svg+xml' : null)",
    red: [
      'server/media/media-routes.test.ts › the first bytes decide what a file is served as, and whether it is',
    ],
  },
  {
    ids: ['1.3.6', '13.2.4', '13.2.5', '15.3.2'],
    file: 'server/serve.ts',
    find: 'let isClosing = false',
    replace: "let isClosing = !(await fetch('http://127.0.0.1')).ok",
    red: [
      'architecture/security-table.test.ts › the server asks no other one but its database and its mail server',
    ],
  },
  {
    ids: ['1.3.11'],
    file: 'src/domain/account.ts',
    find: "v.email('Enter a valid e-mail address.'),",
    replace: '',
    red: ['server/mail/code-mail.test.ts › %j is no address that a mail goes to'],
  },
  {
    ids: ['1.3.11'],
    file: 'server/mail/mail-service.ts',
    find: '{ from: mailFrom, to, ...composeCodeMail(code) }',
    replace: '{ from: mailFrom, to, cc: mailFrom, ...composeCodeMail(code) }',
    red: [
      'server/mail/code-mail.test.ts › goes to the address, from the configured sender, with the code in its subject and its text',
    ],
  },
  {
    ids: ['1.4.1'],
    file: 'server/request-body.ts',
    find: `  if (flaw) throw new ServerError(400, 'invalid-input', flaw)\n`,
    replace: '',
    red: [
      'server/request-body.test.ts › a change with bad input gets a sentence and changes nothing',
    ],
  },
  {
    ids: ['1.4.2'],
    file: 'server/page-request.ts',
    find: '|| limit < 1 || limit > most',
    replace: '|| limit < 1',
    red: ['server/listings/listing-routes.test.ts › of size "%s" is refused'],
  },
  {
    ids: ['1.4.2'],
    file: 'server/database/open-postgres.ts',
    find: 'pg.types.builtins.INT8, pg.types.builtins.NUMERIC',
    replace: 'pg.types.builtins.INT8',
    red: [
      'server/postgres/open-postgres.test.ts › text is in the order of its bytes, and sums are numbers',
    ],
  },
  {
    ids: ['1.4.3'],
    file: 'server/media/media-routes.ts',
    find: `      if (!answer.body) await file.close()\n`,
    replace: '',
    red: ['server/media/media-file.test.ts › no answer leaves its file open'],
  },
  {
    ids: ['1.5.2'],
    file: 'server/request-body.ts',
    find: 'const read = v.safeParse(schema, value)',
    replace: 'const read = v.safeParse(schema, Object.assign({}, value))',
    red: ['server/request-body.test.ts › a field named __proto__ is a field like any other'],
  },
  {
    ids: ['2.2.1', '2.2.2'],
    file: 'server/request-body.ts',
    find: `  if (flaw) throw new ServerError(400, 'invalid-input', flaw)\n`,
    replace: '',
    red: [
      'server/request-body.test.ts › a change with bad input gets a sentence and changes nothing',
    ],
  },
  {
    ids: ['2.2.1', '2.2.2'],
    file: 'src/domain/account.ts',
    find: "v.regex(/^[6-9]\\d{9}$/, 'Enter an Indian mobile number with 10 digits, such as 98765 43210.'),",
    replace: '',
    red: [
      'server/auth/registration.test.ts › says of every wrong field at once what is wrong with it, and makes no account',
    ],
  },
  {
    ids: ['2.2.3'],
    file: 'src/domain/market-event.ts',
    find: 'return !(Date.parse(event.endsAt) < Date.parse(event.startsAt))',
    replace: 'return true',
    red: ['server/events/event-routes.test.ts › is judged by what the event would become'],
  },
  {
    ids: ['2.3.1'],
    file: 'server/listings/version-match.ts',
    find: 'seen.has(String(version))',
    replace: 'true',
    red: [
      'server/listings/listing-changes-routes.test.ts › is refused after another device moved the listing, and told by which one and to what',
    ],
  },
  {
    ids: ['2.3.1'],
    file: 'server/auth/code-mac.ts',
    find: "['subject', email]",
    replace: "['subject']",
    red: ['server/auth/verify-code.test.ts › because it belongs to another address'],
  },
  {
    ids: ['2.3.2'],
    file: 'server/events/event-service.ts',
    find: 'const MAX_EVENTS = 1000',
    replace: 'const MAX_EVENTS = 2000',
    red: [
      'server/events/event-limits.test.ts › a thousand events are what one person may have; a delete makes room again',
    ],
  },
  {
    ids: ['2.3.2'],
    file: 'server/limits/limit-service.ts',
    find: '{ most: 30, windowMs: HOUR_MS }',
    replace: '{ most: 90, windowMs: HOUR_MS }',
    red: ['server/loans/loan-routes.test.ts › is allowed thirty times an hour'],
  },
  {
    ids: ['2.3.3'],
    file: 'server/receipts/receipt-service.ts',
    find: `      .transaction()\n      .execute((trx) => applyKeyed(`,
    replace: `      .connection()\n      .execute((trx) => applyKeyed(`,
    red: [
      'server/database/embedded-trouble.test.ts › a change on a full disk is refused for later and leaves nothing half written',
    ],
  },
  {
    ids: ['2.3.3'],
    file: 'server/receipts/receipt-service.ts',
    find: 'const receipt = await findReceipt(trx, request.userId, request.key)',
    replace: "const receipt = await findReceipt(trx, request.userId, 'none')",
    red: [
      'server/receipts/receipt-service.test.ts › has its effect once and gets the first answer, byte for byte',
    ],
  },
  {
    ids: ['2.3.4'],
    file: 'server/database/postgres-dialect.ts',
    find: 'select pg_advisory_xact_lock(',
    replace: 'select abs(',
    red: [
      'server/postgres/open-postgres.test.ts › one writes at a time: who comes second waits, and reads what the first has written',
    ],
  },
  {
    ids: ['2.3.4'],
    file: 'server/auth/code-check-service.ts',
    find: `    await setCode(trx, newest.id, { used_at: now })\n`,
    replace: '',
    red: ['server/auth/verify-code.test.ts › with the right code succeed once'],
  },
  {
    ids: ['2.4.1'],
    file: 'server/limits/flood-guard.ts',
    find: "requirePassed(gate.pass(token, clock().getTime()), 'Too many requests.')",
    replace: 'gate.pass(token, clock().getTime())',
    red: [
      'server/limits/flood-guard.test.ts › a session that floods is told when to come back, and served again then',
    ],
  },
  {
    ids: ['2.4.1'],
    file: 'server/limits/flood-guard.ts',
    find: "requirePassed(waitMs, 'Too many requests from your network.')",
    replace: 'void waitMs',
    red: [
      'server/limits/flood-guard.test.ts › a network that floods is refused whoever it says it is, and another is not',
    ],
  },
  {
    ids: ['2.4.1'],
    file: 'server/limits/flood-guard.ts',
    find: 'const BURST_MINUTES = 2.5',
    replace: 'const BURST_MINUTES = 1.5',
    red: [
      'server/limits/flood-guard.test.ts › a panel that sends a thousand waiting changes, five at a time, is never refused',
    ],
  },
]
