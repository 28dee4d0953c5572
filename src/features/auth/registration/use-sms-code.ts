import { useEffect } from 'react'
import { useStableHandler } from '#src/ui/use-stable-handler.ts'

/** A credential from an SMS whose last line is `@host #123456` (WebOTP; not in TypeScript's DOM library). */
interface SmsCredential extends Credential {
  code: string
}

/** Reads a code from an SMS if the browser supports it. Our server mails its codes; another backend may use SMS. */
export function useSmsCode(onCode: (code: string) => void): void {
  const handleCode = useStableHandler(onCode)
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const waiting = new AbortController()
    const options = { otp: { transport: ['sms'] }, signal: waiting.signal }
    navigator.credentials.get(options as CredentialRequestOptions).then(
      (credential) => {
        if (credential && !waiting.signal.aborted) handleCode((credential as SmsCredential).code) // no other type was requested
      },
      (error: unknown) => {
        // The code can still be typed in.
        if (!waiting.signal.aborted) console.info('No code was read from an SMS.', error)
      },
    )
    return () => waiting.abort()
  }, [handleCode])
}
