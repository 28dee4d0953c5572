import type { Mutation } from '#tests/security/mutation.ts'

/** V11 to V14. */
export const DATA_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['11.2.2'],
    file: 'server/loans/pan-sealing-service.ts',
    find: 'await setPanSealed(trx, id, to.seal(id, pan))',
    replace: 'await setPanSealed(trx, id, to.prefix)',
    red: [
      'server/rotate-pan-key.test.ts › a new key takes the place of the folder’s, and opens what the old one did',
    ],
  },
  {
    ids: ['11.2.3', '11.4.1'],
    file: 'server/settings-readers.ts',
    find: 'export const MIN_SECRET_CHARS = 32',
    replace: 'export const MIN_SECRET_CHARS = 16',
    red: ['server/server-settings.test.ts › a wrong setting is named in one sentence'],
  },
  {
    ids: ['11.3.1', '11.3.2', '11.3.3'],
    file: 'server/loans/pan-cipher.ts',
    find: "const ALGORITHM = 'aes-256-gcm'",
    replace: "const ALGORITHM = 'chacha20-poly1305'",
    red: [
      'server/loans/pan-cipher.test.ts › it is AES-256-GCM: the standard says how to open it with the key, its nonce in front and its tag behind',
    ],
  },
  {
    ids: ['11.3.1', '11.3.2', '11.3.3'],
    file: 'server/loans/pan-cipher.ts',
    find: "endsWell(decipher) ? pan.toString('utf8') : null",
    replace: "pan.toString('utf8')",
    red: [
      'server/loans/pan-cipher.test.ts › it does not open once any byte of it was changed, or when it was cut',
    ],
  },
  {
    ids: ['11.3.1', '11.3.2', '11.3.3'],
    file: 'server/loans/pan-cipher.ts',
    find: `Buffer.from(\`\${prefix}\${loanId}\`)`,
    replace: 'Buffer.from(prefix + loanId.slice(0, 0))',
    red: [
      'server/loans/pan-cipher.test.ts › it does not open for another loan, nor with another key',
    ],
  },
  {
    ids: ['11.4.2'],
    file: 'server/auth/password-hash.ts',
    find: 'memoryCost: 47_104',
    replace: 'memoryCost: 4_710',
    red: [
      'server/auth/sign-in.test.ts › only a hash of the token and an Argon2id hash of the password are stored',
    ],
  },
  {
    ids: ['11.4.3'],
    file: 'server/database/audit-chain.ts',
    find: "createHash('sha256')",
    replace: "createHash('sha1')",
    red: [
      'server/audit/audit-chain.test.ts › every deed is chained to the one before it: decision, reveal, delete',
    ],
  },
  {
    ids: ['11.5.1'],
    file: 'server/auth/code-mac.ts',
    find: 'randomInt(10 ** CODE_DIGITS)',
    replace: 'Math.floor(Math.random() * 10 ** CODE_DIGITS)',
    red: [
      'architecture/security-table.test.ts › no code builds HTML, runs text, starts a program or guesses for a secret',
    ],
  },
  {
    ids: ['11.6.1'],
    file: 'server/app-secret.ts',
    find: 'const SECRET_BYTES = 32',
    replace: 'const SECRET_BYTES = 24',
    red: [
      'server/app-secret.test.ts › without a configured secret the first start makes one that only its owner can read',
    ],
  },
  {
    ids: ['11.6.1'],
    file: 'server/pan-key.ts',
    find: 'const key = randomBytes(KEY_BYTES)',
    replace: 'const key = randomBytes(16)',
    red: [
      'server/pan-key.test.ts › a folder has no key until one is made, which only its owner can read, and keeps it',
    ],
  },
  {
    ids: ['12.1.1', '12.1.2', '12.2.1', '12.2.2'],
    file: 'server/start-banner.ts',
    find: `  if (!isLoopback(host))\n`,
    replace: `  if (isLoopback(host))\n`,
    red: ['server/server-settings.test.ts › that another host than loopback needs HTTPS'],
  },
  {
    ids: ['13.3.1', '13.3.2'],
    file: 'server/app-secret.ts',
    find: 'const OWNER_ONLY = 0o600',
    replace: 'const OWNER_ONLY = 0o640',
    red: [
      'server/app-secret.test.ts › without a configured secret the first start makes one that only its owner can read',
    ],
  },
  {
    ids: ['13.4.1', '13.4.3'],
    file: 'server/file-answer.ts',
    find: "part.startsWith('.')",
    replace: "part === '..'",
    red: ['server/static-files.test.ts › has no way out of its folder'],
  },
  {
    ids: ['13.4.2'],
    file: 'server/server-error.ts',
    find: `\`Something went wrong on the server. Reference: \${requestId}\``,
    replace: `\`\${error.message} Reference: \${requestId}\``,
    red: [
      'server/server-error.test.ts › an unexpected error is a 500 whose number is in the log, and tells nothing of the inside',
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
    file: 'server/http-headers.ts',
    find: 'const always = { ',
    replace: "const always = { Server: 'marketplace', ",
    red: [
      'server/hostile-http.test.ts › the server says neither what it is nor what it is made of',
    ],
  },
  {
    ids: ['14.2.1'],
    file: 'server/request-log.ts',
    find: `      status: c.res.status,\n`,
    replace: `      status: c.res.status,\n      said: await c.res.clone().text(),\n`,
    red: ['server/auth/sign-in.test.ts › neither the password nor the token is in the log'],
  },
  {
    ids: ['14.2.1'],
    file: 'server/request-log.ts',
    find: 'route: findRoutePattern(c)',
    replace: 'route: c.req.url',
    red: [
      'server/request-log.test.ts › holds nothing personal at its most talkative, whatever is called',
    ],
  },
  {
    ids: ['14.2.2', '14.3.2'],
    file: 'server/create-app.ts',
    find: `    c.header('Cache-Control', 'no-store')\n`,
    replace: `    if (!c.req.path.startsWith('/api/events')) c.header('Cache-Control', 'no-store')\n`,
    red: ['server/http-headers.test.ts › answers of the API are never stored'],
  },
  {
    ids: ['14.2.2', '14.3.2'],
    file: 'src/worker-files.ts',
    find: `  registerRoute(new PrecacheRoute(files))\n`,
    replace: `  registerRoute(({ url }) => url.pathname.startsWith('/api/admin'), async ({ request }) => {\n    const answer = await fetch(request)\n    await (await caches.open('api')).put(request.url, answer.clone())\n    return answer\n  })\n  registerRoute(new PrecacheRoute(files))\n`,
    red: [
      'browser/device-privacy.test.ts › signed in, the worker keeps the app alone and no whole PAN is there; signing out in one tab empties all of it',
    ],
  },
  {
    ids: ['14.2.3'],
    file: 'server/http-headers.ts',
    find: `"font-src 'self'"`,
    replace: `"font-src 'self' https://fonts.example"`,
    red: [
      'server/http-headers.test.ts › a page may load from here alone, be framed by nobody and reach nothing of the device',
    ],
  },
  {
    ids: ['14.2.4'],
    file: 'server/loans/pan-service.ts',
    find: `      to_value: null,\n`,
    replace: `      to_value: pans.open(loan.id, loan.pan_sealed),\n`,
    red: [
      'server/loans/loan-routes.test.ts › answers it, logs who looked, and writes the number nowhere',
    ],
  },
  {
    ids: ['14.2.4'],
    file: 'src/domain/loan.ts',
    find: `\`\${pan.slice(0, 5)}XXXX\${pan.slice(-1)}\``,
    replace: 'pan',
    red: [
      'server/loans/loan-routes.test.ts › GET /%s lists the applications with their PAN masked',
    ],
  },
  {
    ids: ['14.2.4'],
    file: 'server/loans/pan-cipher.ts',
    find: "cipher.update(pan, 'utf8'), cipher.final()",
    replace: 'Buffer.from(pan)',
    red: [
      'server/loans/pan-sealing.test.ts › a PAN number stands nowhere in the database, and the list shows its mask',
    ],
  },
  {
    ids: ['14.2.4'],
    file: 'server/loans/pan-sealing-service.ts',
    find: `  await wipeDeleted(db)\n`,
    replace: '',
    red: [
      'server/database/sealed-file.test.ts › no PAN number is left in any file of a data folder that an earlier version filled',
    ],
  },
  {
    ids: ['14.2.6'],
    file: 'server/listings/listing-changes-service.ts',
    find: `  await forgetRecord(trx, listing.id)\n`,
    replace: '',
    red: [
      'server/receipts/receipt-service.test.ts › after a permanent delete no kept answer tells of the listing or its owner any more',
    ],
  },
  {
    ids: ['14.3.1'],
    file: 'src/app/session-end.ts',
    find: `    await copies.clear()\n`,
    replace: '',
    red: [
      'browser/device-privacy.test.ts › a session that the server ended leaves no more behind than a sign-out does',
    ],
  },
  {
    ids: ['14.3.1'],
    file: 'src/app/session-end.ts',
    find: `    queryClient.clear()\n`,
    replace: '',
    red: [
      'app/session-rules.test.tsx › a session whose date has come ends without a network: copies wiped, the outbox kept',
    ],
  },
  {
    ids: ['14.3.3'],
    file: 'src/app/session-end.ts',
    find: `    await copies.clear()\n`,
    replace: '',
    red: [
      'browser/device-privacy.test.ts › an end user finds nothing of the operator before her, the operator after her nothing of hers',
    ],
  },
]
