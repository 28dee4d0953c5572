import type { Mutation } from '#tests/security/mutation.ts'

/** V7 and V8. */
export const SESSION_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['7.1.1', '7.1.2'],
    file: 'server/auth/sessions/session-service.ts',
    find: 'keep: MOST_SESSIONS[account.role] - 1',
    replace: 'keep: MOST_SESSIONS[account.role]',
    red: ['server/auth/sign-in.test.ts › of the %s is one of %i; one more ends the oldest'],
  },
  {
    ids: ['7.1.1', '7.1.2'],
    file: 'server/auth/sessions/session-repository.ts',
    find: '.set({ revoked_at: now, replaced_by: deviceLabel })',
    replace: '.set({ revoked_at: now })',
    red: [
      'server/auth/sign-in.test.ts › answers the %s with that device and the time, for 30 days',
    ],
  },
  {
    ids: ['7.1.1', '7.1.2'],
    file: 'server/auth/sessions/session-repository.ts',
    find: `    .where('replaced_by', 'is not', null)\n`,
    replace: '',
    red: [
      'server/auth/sign-in.test.ts › is the only one with a reason: another token gets the plain 401',
    ],
  },
  {
    ids: ['7.2.1'],
    file: 'server/auth/sessions/session-repository.ts',
    find: `    .where('sessions.token_hash', '=', tokenHash)\n`,
    replace: '',
    red: [
      'server/auth/auth-guard.test.ts › to a token that is forged, expired or logged out as to none',
    ],
  },
  {
    ids: ['7.2.2', '7.2.3'],
    file: 'server/auth/sessions/random-token.ts',
    find: 'randomBytes(TOKEN_BYTES)',
    replace: 'Buffer.alloc(TOKEN_BYTES, 1)',
    red: [
      'server/auth/session-token.test.ts › tokens of one account, one device and one moment have no bit in common',
    ],
  },
  {
    ids: ['7.2.2', '7.2.3'],
    file: 'server/auth/sessions/random-token.ts',
    find: "return createHash('sha256').update(token).digest('hex')",
    replace: 'return token',
    red: [
      'server/auth/sign-in.test.ts › only a hash of the token and an Argon2id hash of the password are stored',
    ],
  },
  {
    ids: ['7.2.4'],
    file: 'server/auth/sessions/person-session-service.ts',
    find: `  if (token !== null) await closeSession(trx, token, now)\n`,
    replace: '',
    red: [
      'server/auth/sign-in.test.ts › ends when its device signs in again, and no other session with it',
      'server/auth/verify-code.test.ts › makes the token that was sent with it worthless',
    ],
  },
  {
    ids: ['7.3.2'],
    file: 'server/auth/sessions/session-repository.ts',
    find: `    .where('sessions.expires_at', '>', now)\n`,
    replace: '',
    red: ['server/auth/sign-in.test.ts › ends after its seven days'],
  },
  {
    ids: ['7.4.1'],
    file: 'server/auth/auth-routes.ts',
    find: `    await closeSession(deps.db, c.get('session').token, deps.clock())\n`,
    replace: '',
    red: ['server/auth/sign-in.test.ts › ends at sign-out, and no other session with it'],
  },
  {
    ids: ['7.4.1'],
    file: 'server/auth/auth-routes.ts',
    find: `    await closeSession(deps.db, c.get('session').token, deps.clock())\n`,
    replace: '',
    red: [
      'server/postgres/two-processes.test.ts › know each other’s sessions, and that one was ended',
    ],
  },
  {
    ids: ['7.4.2', '7.4.3'],
    file: 'server/auth/operator-account-service.ts',
    find: `    await removeDevicesOf(trx, operator.id)\n`,
    replace: '',
    red: [
      'server/auth/locking-out.test.ts › is unknown again after a new password, and the new password has the whole allowance',
    ],
  },
  {
    ids: ['7.4.2', '7.4.3'],
    file: 'server/auth/operator-account-service.ts',
    find: `    await revokeSessionsOf(trx, operator.id, now.toISOString())\n    await removeDevicesOf(`,
    replace: '    await removeDevicesOf(',
    red: [
      'server/auth/operator-account-service.test.ts › a renewed password ends every session of the operator',
    ],
  },
  {
    ids: ['7.4.4'],
    file: 'src/app/shells/panel-nav.tsx',
    find: 'label="Logout"',
    replace: 'label="Close"',
    red: [
      'app/session/session-rules.test.tsx › with nothing unsent goes to /login, clears both keys and revokes on the server',
    ],
  },
  {
    ids: ['7.4.4'],
    file: 'src/app/shells/account-shell.tsx',
    find: '>Sign out</span>',
    replace: '>Account</span>',
    red: [
      'app/session/account-rules.test.tsx › signing out leads to the sign-in, and nothing of the person is left',
    ],
  },
  {
    ids: ['7.6.2'],
    file: 'server/http/cross-site-guard.ts',
    find: "site !== 'none' && site !== 'same-origin'",
    replace: 'false',
    red: [
      "server/http/cross-site-guard.test.ts › a page that is %s writes nothing in a visitor's name",
    ],
  },
  {
    ids: ['8.2.1', '8.3.1'],
    file: 'server/auth/auth-guard.ts',
    find: "c.get('session').role !== 'admin'",
    replace: "c.get('session').token === ''",
    red: ['server/auth/auth-guard.test.ts › to one who is %s'],
  },
  {
    ids: ['8.2.1', '8.3.1'],
    file: 'tests/server/auth/route-rules.ts',
    find: "'GET /api/admin/users': 'see-members'",
    replace: "'GET /api/admin/users': 'open'",
    red: ['server/auth/auth-guard.test.ts › only what has to be is open to everyone'],
  },
  {
    ids: ['8.2.2'],
    file: 'server/events/event-repository.ts',
    find: `    .where('owner_id', '=', ownerId)\n    .executeTakeFirst()\n`,
    replace: `    .executeTakeFirst()\n`,
    red: [
      'server/events/event-routes.test.ts › is not there: neither to change nor to delete nor to see, like one that never was',
    ],
  },
  {
    ids: ['8.2.2'],
    file: 'server/events/event-repository.ts',
    find: `  return db\n    .selectFrom('events')\n    .where('owner_id', '=', ownerId)\n    .$if`,
    replace: `  return db\n    .selectFrom('events')\n    .$if`,
    red: [
      'server/fuzz/fuzz-campaign.test.ts › whatever is sent gets an answer in the contract’s words, and what is refused changes nothing',
    ],
  },
  {
    ids: ['8.2.3'],
    file: 'server/events/event-body.ts',
    find: "'_id id owner ownerId userId role verified version createdAt updatedAt'",
    replace: "'_id id'",
    red: ['server/events/event-routes.test.ts › ignores the words that only the server says'],
  },
  {
    ids: ['8.2.3'],
    file: 'server/members/member-pages.ts',
    find: `sql\`role = 'user'\``,
    replace: `sql\`1 = 1\``,
    red: [
      'server/members/member-routes.test.ts › the operator is not among the members, and no password hash leaves the server',
    ],
  },
  {
    ids: ['8.2.3'],
    file: 'server/listings/listing-wire.ts',
    find: "...(fields === 'all' && { phoneNumber: row.ownerPhone, email: row.ownerEmail }),",
    replace: '...{ phoneNumber: row.ownerPhone, email: row.ownerEmail },',
    red: ['server/auth/role-fields.test.ts › has the fields that a %s may see, and no other'],
  },
  {
    ids: ['8.3.2'],
    file: 'server/auth/auth-guard.ts',
    find: "c.get('session').role !== 'admin'",
    replace: "c.get('session').token === ''",
    red: ['server/auth/auth-guard.test.ts › a role that is taken away is gone with the next call'],
  },
]
