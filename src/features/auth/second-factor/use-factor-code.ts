import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { SecondFactor } from '#src/domain/account/second-factor.ts'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { useFormCheck } from '#src/features/auth/use-form-check.ts'
import { reportChallengeEnd, type SignInStepProps } from './step-end.ts'

export const signInSentence = serverErrorOr('Signing in failed. Please try again.')

export interface FactorCodeParts<Answer> {
  /** The required format of a code. */
  codeSchema: v.GenericSchema<unknown, string>
  request: (factor: SecondFactor) => Promise<Answer>
  onAnswer: (answer: Answer) => void
}

/** The form of a step that sends one code. */
export function useFactorCode<Answer>(
  { challenge, deviceToken, onChallengeEnd }: SignInStepProps,
  { codeSchema, request: requestFor, onAnswer }: FactorCodeParts<Answer>,
) {
  const request = useAuthRequest(signInSentence)
  const [code, setText] = useState('')
  const schema = v.object({ code: codeSchema })
  const { errors, formProps, checkAll, noteChange, show } = useFormCheck(schema, { code })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = checkAll()
    if (!typed) return
    const factor = { ...typed, challenge, deviceToken }
    const outcome = await request.send(() => reportChallengeEnd(requestFor(factor), onChallengeEnd))
    if (outcome?.failure) show(outcome.failure.fields)
    if (outcome?.answer) onAnswer(outcome.answer)
  }

  function setCode(text: string) {
    setText(text)
    noteChange('code', text)
    request.clearError()
  }

  return { request, code, error: errors.code, formProps, setCode, submit }
}
