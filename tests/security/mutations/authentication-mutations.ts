import type { Mutation } from '#tests/security/mutation.ts'

/** V6. */
export const AUTHENTICATION_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/wait-rules.ts',
    find: 'const LOCKING_TRIES = 10',
    replace: 'const LOCKING_TRIES = 12',
    red: [
      'server/auth/locking-out.test.ts › is locked for 15 minutes after ten wrong passwords, also for the right one',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/sign-in-limit-service.ts',
    find: "hash('sign-in', 'pair', email, network)",
    replace: "hash('sign-in', 'pair', email)",
    red: [
      'server/auth/locking-out.test.ts › is locked for that address only, so that a stranger cannot lock the operator out',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/wait-rules.ts',
    find: 'const FREE_TRIES = 5',
    replace: 'const FREE_TRIES = 9',
    red: ['server/auth/locking-out.test.ts › has the same limit for concurrent attempts'],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/sign-in-limit-service.ts',
    find: 'if (knownDevice !== null)',
    replace: "if (knownDevice === '')",
    red: [
      'server/auth/locking-out.test.ts › can always sign in, while others have at most 100 guesses a day together',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/sign-in-limit-service.ts',
    find: 'if (site !== null) limits',
    replace: 'if (site === null) limits',
    red: [
      'server/auth/locking-out.test.ts › are limited to 100 in 15 minutes for an IPv6 /48 network',
    ],
  },
  {
    ids: ['6.1.2', '6.2.11'],
    file: 'server/auth/passwords/password-rules.ts',
    find: "return written === own && lettersOf(password) === ''",
    replace: "return written === own && written === ''",
    red: [
      'server/auth/passwords/password-rules.test.ts › a password that is the mobile number of the user',
    ],
  },
  {
    ids: ['6.1.2', '6.2.11'],
    file: 'server/auth/passwords/password-rules.ts',
    find: 'return isMadeOf(lettersOf(lower), words)',
    replace: 'return false',
    red: [
      'server/auth/passwords/password-rules.test.ts › a password that is the name or e-mail address of the user',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/auth/registration/registration-service.ts',
    find: 'await insertRegistration(trx, row)',
    replace:
      'await endRegistrations(trx, (await listRegistrations(trx, row.email, row.created_at)).map(({ id }) => id)); await insertRegistration(trx, row)',
    red: [
      'server/auth/registration-attacks.test.ts › an attacker on other networks neither delays the owner nor gets an account',
      'server/auth/provisional-registrations.test.ts › are not ended by later registrations %s',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/code-limit-service.ts',
    find: 'if (ownTries.length >= OWN_WRONG_TRIES)',
    replace: 'if (ownTries.length >= 0)',
    red: [
      'server/auth/provisional-registrations.test.ts › does not keep them from entering a code by guessing',
    ],
  },
  {
    ids: ['6.6.2'],
    file: 'server/auth/registration/registration-service.ts',
    find: '({ id }) => id !== registration.id',
    replace: '({ id }) => id === null',
    red: [
      'server/auth/registration-attacks.test.ts › an attacker on other networks neither delays the owner nor gets an account',
      'server/auth/provisional-registrations.test.ts › becomes the account of the registration that verifies it',
    ],
  },
  {
    ids: ['6.2.1', '6.2.9'],
    file: 'server/config/server-settings.ts',
    find: 'const MIN_OPERATOR_PASSWORD_CHARS = 15',
    replace: 'const MIN_OPERATOR_PASSWORD_CHARS = 5',
    red: [
      'server/auth/operator-account-service.test.ts › a short password is refused once the server listens beyond loopback',
    ],
  },
  {
    ids: ['6.2.1', '6.2.9'],
    file: 'src/domain/account.ts',
    find: 'export const MIN_PASSWORD_CHARS = 8',
    replace: 'export const MIN_PASSWORD_CHARS = 7',
    red: [
      'server/auth/password-length.test.ts › a password of %i characters is refused, not truncated',
    ],
  },
  {
    ids: ['6.2.1', '6.2.9'],
    file: 'src/domain/account.ts',
    find: 'export const MAX_PASSWORD_CHARS = 128',
    replace: 'export const MAX_PASSWORD_CHARS = 60',
    red: [
      'server/auth/password-length.test.ts › a password of %s is accepted without truncation or changes',
    ],
  },
  {
    ids: ['6.2.2', '6.2.3'],
    file: 'server/auth/operator-account-service.ts',
    find: `    await revokeSessionsOf(trx, operator.id, now.toISOString())\n    await removeDevicesOf(`,
    replace: '    await removeDevicesOf(',
    red: [
      'server/serve.test.ts › accepts a new password at once, signs every device out, and ends on SIGTERM',
    ],
  },
  {
    ids: ['6.2.4'],
    file: 'server/auth/passwords/password-rules.ts',
    find: 'getCommonPasswords().has(lower) || ',
    replace: '',
    red: ['server/auth/passwords/password-rules.test.ts › a common password'],
  },
  {
    ids: ['6.2.6', '6.2.7'],
    file: 'src/ui/form/password-input.tsx',
    find: "type={isShown ? 'text' : 'password'}",
    replace: 'type="text"',
    red: ['app/session/login-flow.test.tsx › the screen has its literal texts, types and links'],
  },
  {
    ids: ['6.2.6', '6.2.7'],
    file: 'src/features/auth/login-screen.tsx',
    find: 'autoComplete="current-password"',
    replace: 'autoComplete="off"',
    red: [
      'app/session/login-flow.test.tsx › a password manager finds the fields and fills them, and a paste is taken',
    ],
  },
  {
    ids: ['6.2.8'],
    file: 'src/domain/account.ts',
    find: `    v.string('Choose a password.'),\n`,
    replace: `    v.string('Choose a password.'),\n    v.trim(),\n`,
    red: [
      'server/auth/password-length.test.ts › a password of %s is accepted without truncation or changes',
    ],
  },
  {
    ids: ['6.3.2', '6.4.1', '13.2.3'],
    file: 'server/auth/passwords/made-password.ts',
    find: 'const GROUPS = 5',
    replace: 'const GROUPS = 2',
    red: [
      'server/auth/operator-account-service.test.ts › without configured credentials only the first start generates a password',
    ],
  },
  {
    ids: ['6.3.2'],
    file: 'server/demo-seeding.ts',
    find: 'user.email === DEMO_USER_EMAIL ? demoPasswordHash : null',
    replace: 'demoPasswordHash',
    red: ['server/demo-seeding.test.ts › no other demo member has a password'],
  },
  {
    ids: ['6.3.4', '8.1.1', '8.1.2'],
    file: 'server/auth/auth-routes.ts',
    find: `  routes.post('/login', authCalls.signIn, async (c) => {\n`,
    replace: `  routes.post('/enter', (c) => c.json({ success: true }))\n\n  routes.post('/login', authCalls.signIn, async (c) => {\n`,
    red: [
      'server/auth/auth-guard.test.ts › every route has an access rule, and every rule a route',
    ],
  },
  {
    ids: ['6.3.8'],
    file: 'server/auth/passwords/password-hash.ts',
    find: '(present.length > 0 ? present : [NOBODY])',
    replace: 'present',
    red: [
      'server/auth/same-work.test.ts › takes the same statements and one hash for a wrong password',
    ],
  },
  {
    ids: ['6.3.8'],
    file: 'server/auth/passwords/password-hash.ts',
    find: "passwordHash.slice(0, passwordHash.lastIndexOf('$'))",
    replace: 'passwordHash',
    red: [
      'server/auth/same-work.test.ts › a sign-in takes one hash, however many registrations an address has',
    ],
  },
  {
    ids: ['6.3.8'],
    file: 'server/auth/registration/own-registration-service.ts',
    find: '  if (!session) throw signInFirst()\n',
    replace: `  const known = await trx.selectFrom('users').select('id').where('email', '=', email).execute()
  if (!session) throw known.length > 0 ? alreadyVerified() : signInFirst()\n`,
    red: [
      'server/auth/same-work.test.ts › a code is refused alike for any address when the caller has no registration of it',
    ],
  },
  {
    ids: ['6.3.8'],
    file: 'server/auth/sign-in-service.ts',
    find: `    await afterAnswer()\n`,
    replace: '',
    red: [
      'server/auth/same-work.test.ts › an account and an unknown address are locked alike, after the same work',
    ],
  },
  {
    ids: ['6.5.1'],
    file: 'server/auth/registration/registration-service.ts',
    find: `  await removeRegistrations(trx, [registration.id])\n`,
    replace: '',
    red: ['server/auth/verify-code.test.ts › because it was used'],
  },
  {
    ids: ['6.5.1'],
    file: 'server/auth/codes/code-verdict.ts',
    find: `  if (match.superseded_at !== null) return 'superseded'\n`,
    replace: '',
    red: ['server/auth/verify-code.test.ts › because a newer one was sent, which is valid'],
  },
  {
    ids: ['6.5.2'],
    file: 'server/config/keyed-hash.ts',
    find: "createHmac('sha256', secret)",
    replace: "createHmac('sha256', 'none')",
    red: [
      'server/auth/codes/code-mac.test.ts › stored codes and addresses cannot be guessed offline without the secret',
    ],
  },
  {
    ids: ['6.5.3', '6.5.4', '6.5.5'],
    file: 'server/auth/codes/code-service.ts',
    find: 'const LIFETIME_MS = 300_000',
    replace: 'const LIFETIME_MS = 600_000',
    red: ['server/retention.test.ts › a code is valid as long as the policy says, and its hash is kept as long'],
  },
  {
    ids: ['6.5.3', '6.5.4', '6.5.5'],
    file: 'server/auth/codes/code-mac.ts',
    find: ".padStart(CODE_DIGITS, '0')",
    replace: '',
    red: ['server/auth/verify-code.test.ts › keeps its leading zeros'],
  },
  {
    ids: ['6.6.2'],
    file: 'server/auth/registration/own-registration-service.ts',
    find: 'if (registration?.email === email) return registration',
    replace: 'if (registration) return registration',
    red: ['server/auth/verify-code.test.ts › because it belongs to another address'],
  },
  {
    ids: ['6.6.3'],
    file: 'server/auth/codes/code-verdict.ts',
    find: 'export const MAX_WRONG_TRIES = 5',
    replace: 'export const MAX_WRONG_TRIES = 9',
    red: [
      'server/auth/verify-code.test.ts › void the code, also for the right digits',
      'server/auth/verify-code.test.ts › count as at most five',
    ],
  },
  {
    ids: ['6.6.3'],
    file: 'server/limits/code-limit-service.ts',
    find: '{ most: 100, windowMs: HOUR_MS }',
    replace: '{ most: 200, windowMs: HOUR_MS }',
    red: [
      'server/auth/verify-code.test.ts › one network may try at most 100 wrong codes an hour, for all addresses together',
    ],
  },
]
