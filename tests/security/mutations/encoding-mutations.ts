import type { Mutation } from '#tests/security/mutation.ts'

/** V1. */
export const ENCODING_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['1.1.1'],
    file: 'server/http/files/file-answer.ts',
    find: '|| /[/\\\\\\0]/.test(part)',
    replace: '|| /[/\\\\\\0]/.test(encoded)',
    red: ['server/hostile-http.test.ts › malformed HTTP'],
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
    file: 'server/http/http-headers.ts',
    find: `"script-src 'self'"`,
    replace: `"script-src 'self' 'unsafe-eval'"`,
    red: [
      'server/http/http-headers.test.ts › the page policy allows own resources only, no frames and no device features',
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
    file: 'src/ui/layout/contact-link.tsx',
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
      'server/listings/listing-pages.test.ts › a search for NUL, half a character or a hundred quotes is an empty page',
    ],
  },
  {
    ids: ['1.2.4'],
    file: 'server/database/search-words.ts',
    find: `gram.replaceAll('"', '""')`,
    replace: 'gram',
    red: [
      'server/listings/listing-pages.test.ts › a search for NUL, half a character or a hundred quotes is an empty page',
    ],
  },
  {
    ids: ['1.2.9'],
    file: 'server/database/search-words.ts',
    find: "return text.replace(/[\\\\%_]/g, '\\\\$&')",
    replace: "return text.replace(new RegExp(text), '')",
    red: ['architecture/security-table.test.ts › no regular expression is built from data'],
  },
  {
    ids: ['1.3.3'],
    file: 'src/domain/account.ts',
    find: "v.email('Enter a valid e-mail address.'),",
    replace: '',
    red: ['server/mail/code-mail.test.ts › sends no mail to %j'],
  },
  {
    ids: ['1.3.4'],
    file: 'server/media/media-type.ts',
    find: 'return found?.[0] ?? null',
    replace: "return found?.[0] ?? (start.startsWith('3c737667') ? 'image/svg+xml' : null)",
    red: [
      'server/media/media-routes.test.ts › the first bytes determine the type of a file, and whether it is served',
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
    red: ['server/mail/code-mail.test.ts › sends no mail to %j'],
  },
  {
    ids: ['1.3.11'],
    file: 'server/mail/mail-service.ts',
    find: '{ from: mailFrom, to, ...composeCodeMail(code) }',
    replace: '{ from: mailFrom, to, cc: mailFrom, ...composeCodeMail(code) }',
    red: [
      'server/mail/code-mail.test.ts › has the address, the configured sender, and the code in subject and text',
    ],
  },
  {
    ids: ['1.4.1'],
    file: 'server/http/calls/request-body.ts',
    find: `  if (flaw) throw new ServerError(400, 'invalid-input', flaw)\n`,
    replace: '',
    red: [
      'server/http/calls/request-body.test.ts › bad input gets an error message and changes nothing',
    ],
  },
  {
    ids: ['1.4.2'],
    file: 'server/http/calls/page-request.ts',
    find: '|| limit < 1 || limit > most',
    replace: '|| limit < 1',
    red: ['server/listings/listing-pages.test.ts › refuses the query "%s" with %s'],
  },
  {
    ids: ['1.4.2'],
    file: 'server/database/connection/open-postgres.ts',
    find: 'pg.types.builtins.INT8, pg.types.builtins.NUMERIC',
    replace: 'pg.types.builtins.INT8',
    red: [
      'server/postgres/open-postgres.test.ts › text is sorted by its bytes, and sums are numbers',
    ],
  },
  {
    ids: ['1.4.3'],
    file: 'server/media/media-routes.ts',
    find: `      if (!answer.body) await file.close()\n`,
    replace: '',
    red: ['server/media/media-file.test.ts › every answer closes its file'],
  },
  {
    ids: ['1.5.2'],
    file: 'server/http/calls/request-body.ts',
    find: 'const read = v.safeParse(schema, value)',
    replace: 'const read = v.safeParse(schema, Object.assign({}, value))',
    red: ['server/http/calls/request-body.test.ts › a field named __proto__ is an ordinary field'],
  },
]
