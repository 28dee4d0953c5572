import type { Mutation } from '#tests/security/mutation.ts'

/** V6. */
export const AUTHENTICATION_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/wait-rules.ts',
    find: 'const LOCKING_TRIES = 10',
    replace: 'const LOCKING_TRIES = 12',
    red: [
      'server/auth/sign-in-limit.test.ts › after ten the account is locked for a quarter of an hour, even for the right password',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/sign-in-limit-service.ts',
    find: "hash('sign-in', 'pair', email, network)",
    replace: "hash('sign-in', 'pair', email)",
    red: [
      'server/auth/sign-in-limit.test.ts › the lock holds for that address alone, so that a stranger cannot lock the operator out',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/wait-rules.ts',
    find: 'const FREE_TRIES = 5',
    replace: 'const FREE_TRIES = 9',
    red: [
      'server/auth/sign-in-limit.test.ts › tries that arrive together do not slip through together',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/sign-in-limit-service.ts',
    find: 'if (knownDevice !== null)',
    replace: "if (knownDevice === '')",
    red: [
      'server/auth/locking-out.test.ts › gets in whatever is tried from any network, and nobody has more than a hundred guesses a day',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/sign-in-limit-service.ts',
    find: 'if (site !== null) limits',
    replace: 'if (site === null) limits',
    red: [
      'server/auth/locking-out.test.ts › are a hundred in a quarter of an hour for an IPv6 /48, of which one customer may have all',
    ],
  },
  {
    ids: ['6.1.2', '6.2.11'],
    file: 'server/auth/passwords/password-rules.ts',
    find: "return written === own && lettersOf(password) === ''",
    replace: "return written === own && written === ''",
    red: ["server/auth/passwords/password-rules.test.ts › the person's own mobile number"],
  },
  {
    ids: ['6.1.2', '6.2.11'],
    file: 'server/auth/passwords/password-rules.ts',
    find: 'return isMadeOf(lettersOf(lower), words)',
    replace: 'return false',
    red: ['server/auth/passwords/password-rules.test.ts › what everybody knows of the person'],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/auth/registration/registration-service.ts',
    find: 'await insertRegistration(trx, row)',
    replace:
      'await endRegistrations(trx, (await listRegistrations(trx, row.email, row.created_at)).map(({ id }) => id)); await insertRegistration(trx, row)',
    red: [
      'server/auth/registration-attacks.test.ts › an attacker on other networks neither delays the owner of an address nor ends with anything',
      'server/auth/provisional-registrations.test.ts › are not ended by others %s, however many there are',
    ],
  },
  {
    ids: ['6.1.1', '6.3.1'],
    file: 'server/limits/code-limit-service.ts',
    find: 'if (ownTries.length >= OWN_WRONG_TRIES)',
    replace: 'if (ownTries.length >= 0)',
    red: [
      'server/auth/shared-network.test.ts › a stranger on the same network who guesses does not keep the owner from entering a code',
    ],
  },
  {
    ids: ['6.6.2'],
    file: 'server/auth/registration/registration-service.ts',
    find: '({ id }) => id !== registration.id',
    replace: '({ id }) => id === null',
    red: [
      'server/auth/registration-attacks.test.ts › an attacker on other networks neither delays the owner of an address nor ends with anything',
      'server/auth/provisional-registrations.test.ts › becomes the account of who proves it, with the password of that registration',
    ],
  },
  {
    ids: ['6.2.1', '6.2.9'],
    file: 'server/config/server-settings.ts',
    find: 'const MIN_OPERATOR_PASSWORD_CHARS = 15',
    replace: 'const MIN_OPERATOR_PASSWORD_CHARS = 5',
    red: [
      'server/auth/operator-account-service.test.ts › a short password is remembered as such, and refused once others can reach the server',
    ],
  },
  {
    ids: ['6.2.1', '6.2.9'],
    file: 'src/domain/account.ts',
    find: 'export const MIN_PASSWORD_CHARS = 8',
    replace: 'export const MIN_PASSWORD_CHARS = 7',
    red: ['server/auth/password-length.test.ts › a password of %i characters is refused, not cut'],
  },
  {
    ids: ['6.2.1', '6.2.9'],
    file: 'src/domain/account.ts',
    find: 'export const MAX_PASSWORD_CHARS = 128',
    replace: 'export const MAX_PASSWORD_CHARS = 60',
    red: ['server/auth/password-length.test.ts › a password of %s is kept as it was typed, whole'],
  },
  {
    ids: ['6.2.2', '6.2.3'],
    file: 'server/auth/operator-account-service.ts',
    find: `    await revokeSessionsOf(trx, operator.id, now.toISOString())\n    await removeDevicesOf(`,
    replace: '    await removeDevicesOf(',
    red: [
      'server/serve.test.ts › a new password works at once, beside the running server, and signs every device out',
    ],
  },
  {
    ids: ['6.2.4'],
    file: 'server/auth/passwords/password-rules.ts',
    find: 'getCommonPasswords().has(lower) || ',
    replace: '',
    red: ['server/auth/passwords/password-rules.test.ts › a password that anyone would try'],
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
    red: ['server/auth/password-length.test.ts › a password of %s is kept as it was typed, whole'],
  },
  {
    ids: ['6.3.2', '6.4.1', '13.2.3'],
    file: 'server/auth/passwords/made-password.ts',
    find: 'const GROUPS = 5',
    replace: 'const GROUPS = 2',
    red: [
      'server/auth/operator-account-service.test.ts › without a configured pair the first start makes a password, and a later one does not',
    ],
  },
  {
    ids: ['6.3.2'],
    file: 'server/demo-seeding.ts',
    find: 'user.email === DEMO_USER_EMAIL ? demoPasswordHash : null',
    replace: 'demoPasswordHash',
    red: ['server/demo-seeding.test.ts › nobody else of the demo has a password'],
  },
  {
    ids: ['6.3.4', '8.1.1', '8.1.2'],
    file: 'server/auth/auth-routes.ts',
    find: `  routes.post('/login', authCalls.signIn, async (c) => {\n`,
    replace: `  routes.post('/enter', (c) => c.json({ success: true }))\n\n  routes.post('/login', authCalls.signIn, async (c) => {\n`,
    red: [
      'server/auth/auth-guard.test.ts › every route has its rule, and no rule is without a route',
    ],
  },
  {
    ids: ['6.3.8'],
    file: 'server/auth/passwords/password-hash.ts',
    find: '(present.length > 0 ? present : [NOBODY])',
    replace: 'present',
    red: [
      'server/auth/same-work.test.ts › costs a sign-in with a wrong password the same statements, and one hash',
    ],
  },
  {
    ids: ['6.3.8'],
    file: 'server/auth/passwords/password-hash.ts',
    find: "passwordHash.slice(0, passwordHash.lastIndexOf('$'))",
    replace: 'passwordHash',
    red: [
      'server/auth/same-work.test.ts › a sign-in costs one hash, however many registrations an address has',
    ],
  },
  {
    ids: ['6.3.8'],
    file: 'server/auth/registration/own-registration-service.ts',
    find: '  if (!session) throw signInFirst()\n',
    replace: `  const known = await trx.selectFrom('users').select('id').where('email', '=', email).execute()
  if (!session) throw known.length > 0 ? alreadyVerified() : signInFirst()\n`,
    red: [
      'server/auth/same-work.test.ts › is answered like one that waits for a code when %s asks for another or tries one',
    ],
  },
  {
    ids: ['6.3.8'],
    file: 'server/auth/sign-in-service.ts',
    find: `    await afterAnswer()\n`,
    replace: '',
    red: [
      'server/auth/same-work.test.ts › an account and an unknown address are locked by the same tries, after the same work',
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
    red: [
      'server/auth/verify-code.test.ts › because a newer one was sent, which is the one that counts',
    ],
  },
  {
    ids: ['6.5.2'],
    file: 'server/config/keyed-hash.ts',
    find: "createHmac('sha256', secret)",
    replace: "createHmac('sha256', 'none')",
    red: [
      'server/auth/codes/code-mac.test.ts › without the secret neither a code nor an address can be tried against what is kept',
    ],
  },
  {
    ids: ['6.5.3', '6.5.4', '6.5.5'],
    file: 'server/auth/codes/code-service.ts',
    find: 'const LIFETIME_MS = 300_000',
    replace: 'const LIFETIME_MS = 600_000',
    red: ['server/auth/verify-code.test.ts › because it is exactly five minutes old'],
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
      'server/auth/verify-code.test.ts › void the code, for the right digits too',
      'server/auth/verify-code.test.ts › are not more than five',
    ],
  },
  {
    ids: ['6.6.3'],
    file: 'server/limits/code-limit-service.ts',
    find: '{ most: 100, windowMs: HOUR_MS }',
    replace: '{ most: 200, windowMs: HOUR_MS }',
    red: [
      'server/auth/verify-code.test.ts › beyond a first code, a hundred wrong ones from one network are the last of the hour, whatever addresses they name',
    ],
  },
]
