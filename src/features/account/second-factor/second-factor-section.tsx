import { useState } from 'react'
import { renewRecoveryCodes, turnSecondFactorOff } from '#src/api/account/second-factor-api.ts'
import { type FactorState, RECOVERY_CODES } from '#src/domain/account/second-factor.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { LoadingPart } from '#src/ui/layout/loading-part.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { FailedRead } from '#src/ui/reads/failed-read.tsx'
import { RecoveryCodes } from '#src/ui/two-step/recovery-codes.tsx'
import { FactorPassword } from './factor-password.tsx'
import { TotpEnrolment } from './totp-enrolment.tsx'
import { useFactorState } from './use-factor-state.ts'

type Doing = 'set-up' | 'renew' | 'off'

/** Sets up the person's two-step sign-in, creates new recovery codes, and turns it off. */
export function SecondFactorSection() {
  const { state, readFailure, refetch, reload } = useFactorState()
  const [doing, setDoing] = useState<Doing | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  async function finish(made: string[] | null) {
    setCodes(made)
    setDoing(null)
    await reload()
  }

  if (!state && !readFailure) return <LoadingPart>Loading your sign-in...</LoadingPart>
  const onCancel = () => setDoing(null)
  return (
    <section className="section" aria-labelledby="second-factor-title">
      <h3 id="second-factor-title" className="section-title">
        Two-step sign-in
      </h3>
      <FailedRead failure={readFailure} onRetry={refetch} />
      {(state || doing || codes) && (
        <Card className="panel stack">
          {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
          {!codes && doing === null && state && <Summary state={state} onDo={setDoing} />}
          {doing === 'set-up' && (
            <TotpEnrolment onCodes={(made) => void finish(made)} onCancel={onCancel} />
          )}
          {doing === 'renew' && (
            <FactorPassword
              submitLabel="Make new codes"
              hint="The codes that you have stop working."
              onSubmit={async (password) => finish(await renewRecoveryCodes(password))}
              onCancel={onCancel}
            />
          )}
          {doing === 'off' && (
            <FactorPassword
              submitLabel="Turn off"
              isDanger
              hint="Your password alone signs you in then."
              onSubmit={async (password) => {
                await turnSecondFactorOff(password)
                await finish(null)
              }}
              onCancel={onCancel}
            />
          )}
        </Card>
      )}
    </section>
  )
}

interface SummaryProps {
  state: FactorState
  onDo: (doing: Doing) => void
}

function Summary({ state: { isOn, recoveryCodesLeft }, onDo }: SummaryProps) {
  if (!isOn)
    return (
      <>
        <p>
          A code of an authenticator app on your phone, besides your password. A stolen password
          alone signs nobody in.
        </p>
        <div className="row">
          <Button variant="primary" onClick={() => onDo('set-up')}>
            Set up two-step sign-in
          </Button>
        </div>
      </>
    )
  return (
    <>
      <p className="row">
        <Badge tone="positive">On</Badge>
        <span>{`${recoveryCodesLeft} of ${RECOVERY_CODES} recovery codes left`}</span>
      </p>
      {recoveryCodesLeft === 0 && (
        <Notice tone="caution">Without recovery codes, a lost phone locks you out.</Notice>
      )}
      <div className="row">
        <Button onClick={() => onDo('renew')}>Make new recovery codes</Button>
        <Button onClick={() => onDo('off')}>Turn off</Button>
      </div>
    </>
  )
}
