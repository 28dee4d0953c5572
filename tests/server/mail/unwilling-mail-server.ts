import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type Refused = 'login' | 'sender' | 'recipient' | 'mail'

export type UnwillingMailServer = Awaited<ReturnType<typeof startUnwillingMailServer>>

/** A real SMTP server on this machine that can refuse steps and hold mails. */
export async function startUnwillingMailServer() {
  let refused: Refused | null = null
  let held: Promise<void> = Promise.resolve()
  /** The number of connections, and of those that sent a mail. */
  const counts = { connections: 0, mails: 0 }
  const taken: { to: string[]; code: string }[] = []
  const refuseIf = (what: Refused) =>
    refused === what ? Object.assign(new Error('not wanted here'), { responseCode: 550 }) : null

  const made = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect(_, done) {
      counts.connections += 1
      done()
    },
    onAuth(_, __, done) {
      const refusal = refuseIf('login')
      if (refusal) done(Object.assign(refusal, { responseCode: 535 }))
      else done(null, { user: 'codes' })
    },
    onMailFrom(_, __, done) {
      counts.mails += 1
      done(refuseIf('sender'))
    },
    onRcptTo(_, __, done) {
      void held.then(() => done(refuseIf('recipient')))
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((source) => {
        const code = /Your code: (\d{6})/.exec(source)?.[1] ?? ''
        const refusal = refuseIf('mail')
        if (!refusal) taken.push({ to: envelope.rcptTo.map(({ address }) => address), code })
        done(refusal)
      }, done)
    },
  })
  const listening = made.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = () => new Promise<void>((resolve) => made.close(resolve))

  return {
    /** With a user name and a password. */
    url: `smtp://codes:word@127.0.0.1:${address.port}`,
    counts,
    taken,
    /** Null accepts everything again. */
    refuse(what: Refused | null) {
      refused = what
    },
    /** Holds every mail until the returned function is called. */
    hold(): () => void {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    stop,
  }
}
