import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import type { AccountDeletion, KeepAccount } from '#src/domain/account/account-deletion.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { MINIMUM_AGE, POLICY_DATE } from '#src/domain/policy.ts'
import { DELETION_DAYS } from '#src/domain/retention.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { FailedRead } from '#src/ui/reads/failed-read.tsx'
import { useDeletion } from './use-deletion.ts'

type Asked = 'deletion' | 'withdrawal' | null

/** Requests or cancels the deletion of the person's account. End users can also withdraw their consent. */
export function DeletionSection({ isStaff }: { isStaff: boolean }) {
  const { deletion, readFailure, refetch, isBusy, problem, fields, start, keep } = useDeletion()
  return (
    <section className="section" aria-labelledby="deletion-title">
      <h3 id="deletion-title" className="section-title">
        Delete account
      </h3>
      <FailedRead failure={readFailure} onRetry={refetch} />
      {problem && <Notice tone="negative">{problem}</Notice>}
      {deletion && (
        <Pending deletion={deletion} isBusy={isBusy} error={fields['isAdult']} onKeep={keep} />
      )}
      {deletion === null && <Start isBusy={isBusy} isStaff={isStaff} onStart={start} />}
    </section>
  )
}

interface PendingProps {
  deletion: AccountDeletion
  isBusy: boolean
  error: string | undefined
  onKeep: (kept: KeepAccount) => void
}

function Pending({ deletion, isBusy, error, onKeep }: PendingProps) {
  const [isAdult, setAdult] = useState(false)
  return (
    <Card className="panel stack">
      <p>{`Your account will be deleted on ${formatDateTime(deletion.dueAt)}.`}</p>
      {deletion.isConsentWithdrawn && (
        <Checkbox
          checked={isAdult}
          onChange={({ target }) => setAdult(target.checked)}
          label={<Consent />}
          error={error}
        />
      )}
      <div className="row">
        <Button
          variant="primary"
          busy={isBusy}
          onClick={() => onKeep(isAdult ? { isAdult: true, agreesTo: POLICY_DATE } : {})}
        >
          Keep my account
        </Button>
      </div>
    </Card>
  )
}

/** The same statement as in the registration form, for a person who withdrew their consent. */
function Consent() {
  return (
    <span>
      I am {MINIMUM_AGE} or older and agree to the{' '}
      <Link to={paths.termsConditions}>Terms and Conditions</Link> and the{' '}
      <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
    </span>
  )
}

interface StartProps {
  isBusy: boolean
  isStaff: boolean
  onStart: (wanted: { withdrawsConsent: boolean }) => void
}

function Start({ isBusy, isStaff, onStart }: StartProps) {
  const [asked, setAsked] = useState<Asked>(null)
  const isWithdrawal = asked === 'withdrawal'
  return (
    <Card className="panel stack">
      <p>
        Your name, e-mail address, phone number and everything that is only yours are deleted{' '}
        {DELETION_DAYS} days after you ask for it. Payments and loan applications stay without your
        name. Until then you can keep the account.
      </p>
      <div className="row">
        <Button variant="danger" busy={isBusy} onClick={() => setAsked('deletion')}>
          Delete my account
        </Button>
        {!isStaff && (
          <Button busy={isBusy} onClick={() => setAsked('withdrawal')}>
            Withdraw my consent
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        title={isWithdrawal ? 'Withdraw your consent?' : 'Delete your account?'}
        confirmLabel={isWithdrawal ? 'Withdraw' : 'Delete'}
        tone="danger"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null)
          onStart({ withdrawsConsent: isWithdrawal })
        }}
      >
        <p>
          {isWithdrawal
            ? `Your consent ends at once. The account rests on it, so the account is deleted in ${DELETION_DAYS} days. To keep it, you agree again.`
            : `It is deleted in ${DELETION_DAYS} days. Sign in before then to keep it.`}
        </p>
      </ConfirmDialog>
    </Card>
  )
}
