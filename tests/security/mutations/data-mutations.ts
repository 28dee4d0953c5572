import type { Mutation } from '#tests/security/mutation.ts'

/** V14. */
export const DATA_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['14.2.1'],
    file: 'server/http/request-log.ts',
    find: `      status: c.res.status,\n`,
    replace: `      status: c.res.status,\n      said: await c.res.clone().text(),\n`,
    red: ['server/auth/sign-in.test.ts › logs neither the password nor the token'],
  },
  {
    ids: ['14.2.1'],
    file: 'server/http/request-log.ts',
    find: 'route: findRoutePattern(c)',
    replace: 'route: c.req.url',
    red: ['server/http/request-log.test.ts › has no personal data even at its most verbose level'],
  },
  {
    ids: ['14.2.2', '14.3.2'],
    file: 'server/create-app.ts',
    find: `    c.header('Cache-Control', 'no-store')\n`,
    replace: `    if (!c.req.path.startsWith('/api/events')) c.header('Cache-Control', 'no-store')\n`,
    red: ['server/http/http-headers.test.ts › answers of the API are never cached by browsers'],
  },
  {
    ids: ['14.2.2', '14.3.2'],
    file: 'src/service-worker/worker-files.ts',
    find: `  registerRoute(new PrecacheRoute(files))\n`,
    replace: `  registerRoute(({ url }) => url.pathname.startsWith('/api/admin'), async ({ request }) => {\n    const answer = await fetch(request)\n    await (await caches.open('api')).put(request.url, answer.clone())\n    return answer\n  })\n  registerRoute(new PrecacheRoute(files))\n`,
    red: [
      'browser/device-privacy.test.ts › signed in, the worker keeps the app alone and no whole PAN is there; signing out in one tab empties all of it',
    ],
  },
  {
    ids: ['14.2.3'],
    file: 'server/http/http-headers.ts',
    find: `"font-src 'self'"`,
    replace: `"font-src 'self' https://fonts.example"`,
    red: [
      'server/http/http-headers.test.ts › the page policy allows own resources only, no frames and no device features',
    ],
  },
  {
    ids: ['14.2.4'],
    file: 'server/loans/pan-service.ts',
    find: `      to_value: null,\n`,
    replace: `      to_value: pans.open(loan.id, loan.pan_sealed),\n`,
    red: [
      'server/loans/loan-routes.test.ts › returns it, audits the user, and logs the number nowhere',
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
      'server/loans/pan-sealing.test.ts › the database has no readable PAN, and the list shows it masked',
    ],
  },
  {
    ids: ['14.2.4'],
    file: 'server/loans/pan-sealing-service.ts',
    find: `  await wipeDeleted(db)\n`,
    replace: '',
    red: [
      'server/database/sealed-file.test.ts › leaves no readable PAN in any file of an earlier data folder',
    ],
  },
  {
    ids: ['14.2.6'],
    file: 'server/listings/listing-changes-service.ts',
    find: `  await forgetRecord(trx, listing.id)\n`,
    replace: '',
    red: [
      'server/idempotency/idempotency-service.test.ts › a delete removes the listing and its owner from the stored answers',
    ],
  },
  {
    ids: ['14.3.1'],
    file: 'src/app/session/session-end.ts',
    find: `    await cacheEntries.clear()\n`,
    replace: '',
    red: [
      'browser/device-privacy.test.ts › a session that the server ended leaves no more behind than a sign-out does',
    ],
  },
  {
    ids: ['14.3.1'],
    file: 'src/app/session/session-end.ts',
    find: `    queryClient.clear()\n`,
    replace: '',
    red: [
      'app/session/session-rules.test.tsx › a session whose date has come ends without a network: copies wiped, the outbox kept',
    ],
  },
  {
    ids: ['14.3.3'],
    file: 'src/app/session/session-end.ts',
    find: `    await cacheEntries.clear()\n`,
    replace: '',
    red: [
      'browser/device-privacy.test.ts › an end user finds nothing of the operator before her, the operator after her nothing of hers',
    ],
  },
]
