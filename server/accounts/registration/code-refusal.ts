import type { ErrorCode } from '#server/platform/http/error-codes.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { CodeVerdict } from './code-verdict.ts'

export type CodeRefusal = Exclude<CodeVerdict, 'right'> | 'fifth-wrong'

const REFUSALS: Record<CodeRefusal, { code: ErrorCode; sentence: string }> = {
  wrong: { code: 'wrong-code', sentence: 'This code is not right. Check the newest e-mail.' },
  expired: { code: 'old-code', sentence: 'This code is too old. Ask for a new one.' },
  superseded: {
    code: 'old-code',
    sentence: 'A newer code was sent after this one. Use the newest e-mail.',
  },
  'fifth-wrong': {
    code: 'code-void',
    sentence: 'That was the fifth wrong try, so this code is void. Ask for a new one.',
  },
  void: {
    code: 'code-void',
    sentence: 'This code is void after five wrong tries. Ask for a new one.',
  },
}

/** The 400 of a refused code. */
export function makeCodeRefusal(refusal: CodeRefusal): ServerError {
  const { code, sentence } = REFUSALS[refusal]
  return new ServerError(400, code, sentence, { fields: { otp: sentence } })
}
