import type { Mutation } from '#tests/security/mutation.ts'

/** V11 and V12. */
export const CRYPTO_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['12.3.1', '12.3.2', '12.3.3', '12.3.4'],
    file: 'server/mail/mail-service.ts',
    find: "url.searchParams.set('requireTLS', 'true')",
    replace: 'url.hash',
    red: ['server/mail/mail-refusals.test.ts › gets mails at a loopback address only'],
  },
  {
    ids: ['11.2.2'],
    file: 'server/loans/pan-sealing-service.ts',
    find: 'await setPanSealed(trx, id, to.seal(id, pan))',
    replace: 'await setPanSealed(trx, id, to.prefix)',
    red: [
      'server/cli/manage.test.ts › a new PAN key replaces the key of the data folder and opens the same PANs',
    ],
  },
  {
    ids: ['11.2.3', '11.4.1'],
    file: 'server/config/settings-readers.ts',
    find: 'export const MIN_SECRET_CHARS = 32',
    replace: 'export const MIN_SECRET_CHARS = 16',
    red: ['server/config/server-settings.test.ts › a wrong setting is reported in one sentence'],
  },
  {
    ids: ['11.3.1', '11.3.2', '11.3.3'],
    file: 'server/loans/pan-cipher.ts',
    find: "const ALGORITHM = 'aes-256-gcm'",
    replace: "const ALGORITHM = 'chacha20-poly1305'",
    red: [
      'server/loans/pan-cipher.test.ts › an encrypted PAN is AES-256-GCM with the nonce first and the tag last',
    ],
  },
  {
    ids: ['11.3.1', '11.3.2', '11.3.3'],
    file: 'server/loans/pan-cipher.ts',
    find: "endsWell(decipher) ? pan.toString('utf8') : null",
    replace: "pan.toString('utf8')",
    red: [
      'server/loans/pan-cipher.test.ts › an encrypted PAN does not open after any change or truncation',
    ],
  },
  {
    ids: ['11.3.1', '11.3.2', '11.3.3'],
    file: 'server/loans/pan-cipher.ts',
    find: `Buffer.from(\`\${prefix}\${loanId}\`)`,
    replace: 'Buffer.from(prefix + loanId.slice(0, 0))',
    red: [
      'server/loans/pan-cipher.test.ts › an encrypted PAN opens neither for another loan nor with another key',
    ],
  },
  {
    ids: ['11.4.2'],
    file: 'server/auth/passwords/password-hash.ts',
    find: 'memoryCost: 47_104',
    replace: 'memoryCost: 4_710',
    red: [
      'server/auth/sign-in.test.ts › stores only a hash of the token and an Argon2id hash of the password',
    ],
  },
  {
    ids: ['11.4.3'],
    file: 'server/database/audit-chain.ts',
    find: "createHash('sha256')",
    replace: "createHash('sha1')",
    red: ['server/audit/audit-chain.test.ts › chains every audit entry to the one before it'],
  },
  {
    ids: ['11.5.1'],
    file: 'server/auth/codes/code-mac.ts',
    find: 'randomInt(10 ** CODE_DIGITS)',
    replace: 'Math.floor(Math.random() * 10 ** CODE_DIGITS)',
    red: [
      'architecture/security-table.test.ts › no code builds HTML, runs text, starts a program or guesses for a secret',
    ],
  },
  {
    ids: ['11.6.1'],
    file: 'server/config/app-secret.ts',
    find: 'const SECRET_BYTES = 32',
    replace: 'const SECRET_BYTES = 24',
    red: [
      'server/config/app-secret.test.ts › the first start creates a secret that only its owner can read, unless one is configured',
    ],
  },
  {
    ids: ['11.6.1'],
    file: 'server/config/pan-key.ts',
    find: 'const key = randomBytes(KEY_BYTES)',
    replace: 'const key = randomBytes(16)',
    red: [
      'server/config/pan-key.test.ts › a key is created once in the data folder, readable by its owner only',
    ],
  },
]
