import { useDraft } from '#src/session/use-draft.ts'

/** The e-mail address in the sign-in form, typed there or in the registration form. Never a password. */
export function useSignInDraft() {
  return useDraft('sign-in', NOTHING_TYPED, 'anyone')
}

const NOTHING_TYPED = { email: '' }
