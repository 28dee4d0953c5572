import type { Mutation } from '#tests/security/mutation.ts'

export const ACCOUNT_MUTATIONS: readonly Mutation[] = [
  {
    ids: ['7.3.2'],
    file: 'server/auth/session-repository.ts',
    find: ".where('sessions.expires_at', '>', now)",
    replace: '',
    red: ['server/auth/sign-in.test.ts › ends after its seven days'],
  },
]
