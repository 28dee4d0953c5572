import type { Mutation } from '#tests/security/mutation.ts'

/** V2. */
export const LOGIC_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['2.2.1', '2.2.2'],
    file: 'server/http/calls/request-body.ts',
    find: `  if (flaw) throw new ServerError(400, 'invalid-input', flaw)\n`,
    replace: '',
    red: [
      'server/http/calls/request-body.test.ts › bad input gets an error message and changes nothing',
    ],
  },
  {
    ids: ['2.2.1', '2.2.2'],
    file: 'src/domain/account.ts',
    find: "v.regex(/^[6-9]\\d{9}$/, 'Enter an Indian mobile number with 10 digits, such as 98765 43210.'),",
    replace: '',
    red: [
      'server/auth/registration.test.ts › reports every wrong field at once and creates no account',
    ],
  },
  {
    ids: ['2.2.3'],
    file: 'src/domain/market-event.ts',
    find: 'return !(Date.parse(event.endsAt) < Date.parse(event.startsAt))',
    replace: 'return true',
    red: ['server/events/event-routes.test.ts › is validated against the merged event'],
  },
  {
    ids: ['2.3.1'],
    file: 'server/listings/version-match.ts',
    find: 'seen.has(String(version))',
    replace: 'true',
    red: [
      'server/listings/listing-changes-routes.test.ts › is refused after a change by another device, and reports that change',
    ],
  },
  {
    ids: ['2.3.1'],
    file: 'server/auth/registration/own-registration-service.ts',
    find: 'if (registration?.email === email) return registration',
    replace: 'if (registration) return registration',
    red: ['server/auth/verify-code.test.ts › because it belongs to another address'],
  },
  {
    ids: ['2.3.2'],
    file: 'server/events/event-allowance-service.ts',
    find: 'const MAX_EVENTS = 1000',
    replace: 'const MAX_EVENTS = 2000',
    red: [
      'server/events/event-limits.test.ts › a user may have 1,000 events; a delete makes room for another',
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
    file: 'server/idempotency/idempotency-service.ts',
    find: `      .transaction()\n      .execute((trx) => applyKeyed(`,
    replace: `      .connection()\n      .execute((trx) => applyKeyed(`,
    red: [
      'server/database/embedded-trouble.test.ts › a change on a full disk is refused and leaves nothing half written',
    ],
  },
  {
    ids: ['2.3.3'],
    file: 'server/idempotency/idempotency-service.ts',
    find: 'const record = await findIdempotencyRecord(trx, request.userId, request.key)',
    replace: "const record = await findIdempotencyRecord(trx, request.userId, 'none')",
    red: [
      'server/idempotency/idempotency-service.test.ts › takes effect once and gets the first answer again, byte for byte',
    ],
  },
  {
    ids: ['2.3.4'],
    file: 'server/database/connection/postgres-dialect.ts',
    find: 'select pg_advisory_xact_lock(',
    replace: 'select abs(',
    red: [
      'server/postgres/open-postgres.test.ts › a second writer waits for the first and reads its changes',
    ],
  },
  {
    ids: ['2.3.4'],
    file: 'server/auth/codes/code-check-service.ts',
    find: `deps.db\n    .transaction()\n    .execute((trx) => tryCode(trx, deps, verification, caller))`,
    replace: 'tryCode(deps.db, deps, verification, caller)',
    red: ['server/auth/verify-code.test.ts › with the right code succeed once'],
  },
  {
    ids: ['2.4.1'],
    file: 'server/limits/flood-guard.ts',
    find: "requirePassed(gate.pass(token, clock().getTime()), 'Too many requests.')",
    replace: 'gate.pass(token, clock().getTime())',
    red: [
      'server/limits/flood-guard.test.ts › a flooding session gets a Retry-After and is served again after it',
    ],
  },
  {
    ids: ['2.4.1'],
    file: 'server/limits/flood-guard.ts',
    find: "requirePassed(waitMs, 'Too many requests from your network.')",
    replace: 'void waitMs',
    red: [
      'server/limits/flood-guard.test.ts › a flooding network is refused whatever its tokens are; others are served',
    ],
  },
  {
    ids: ['2.4.1'],
    file: 'server/limits/flood-guard.ts',
    find: 'const BURST_MINUTES = 2.5',
    replace: 'const BURST_MINUTES = 1.5',
    red: [
      'server/limits/flood-guard.test.ts › a panel that sends 1,000 queued changes, five at a time, is never refused',
    ],
  },
]
