import { useDraft } from '#src/session/use-draft.ts'

/** The address typed into the sign-in form; the registration form may hand one over. Never a password. */
export function useSignInDraft() {
  return useDraft('sign-in', NOTHING_TYPED, 'anyone')
}

const NOTHING_TYPED = { email: '' }
