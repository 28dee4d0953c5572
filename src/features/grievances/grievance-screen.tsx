import './grievances.css'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { COMPANY } from '#src/config/company.ts'
import { paths } from '#src/config/paths.ts'
import { formatDate, formatTime } from '#src/domain/dates.ts'
import type { ReceivedGrievance } from '#src/domain/grievance/grievance.ts'
import {
  ACKNOWLEDGED_HOURS,
  ANSWERED_DAYS,
  INTIMATE_HOURS,
} from '#src/domain/grievance/grievance-periods.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { GrievanceForm } from './grievance-form.tsx'
import { useGrievanceForm } from './use-grievance-form.ts'

export interface GrievanceScreenProps {
  /** Loads and configures the API client, which the page does without until something is sent. */
  connect: () => Promise<unknown>
}

/** The public page with the grievance officer and the form. */
export function GrievanceScreen({ connect }: GrievanceScreenProps) {
  const form = useGrievanceForm(connect)
  if (form.received) return <Received received={form.received} onAnother={form.sendAnother} />
  return (
    <article className="policy grievance">
      <h1>Send a grievance</h1>
      <p>
        To {COMPANY.grievanceOfficer}, grievance officer of {COMPANY.productName}
      </p>
      <p>
        Complaints about a listing, a person or your personal data. You get a number at once, an
        acknowledgement within {ACKNOWLEDGED_HOURS} hours, and the answer within {ANSWERED_DAYS}{' '}
        days. An intimate or faked picture of you is dealt with within {INTIMATE_HOURS} hours.
      </p>
      <GrievanceForm form={form} />
      <section>
        <h2>Other ways</h2>
        <p>
          E-mail: {COMPANY.email}. Phone: {COMPANY.phone}. Post: {COMPANY.legalName},{' '}
          {COMPANY.address}.
        </p>
        <p>
          If the answer does not satisfy you, you can appeal to a Grievance Appellate Committee
          within 30 days (www.gac.gov.in), and about personal data complain to the Data Protection
          Board of India.
        </p>
      </section>
    </article>
  )
}

interface ReceivedProps {
  received: ReceivedGrievance
  onAnother: () => void
}

function Received({ received: { number, dueAt, isMailed }, onAnother }: ReceivedProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const session = useSession()
  const hasInbox = session !== null && !session.isOperator && session.account?.isVerified !== false
  // The form is gone: without this, a screen reader would start at the top of the page.
  useLayoutEffect(() => headingRef.current?.focus(), [])
  return (
    <article className="policy grievance">
      <h1 ref={headingRef} tabIndex={-1}>
        Your grievance has arrived
      </h1>
      <p>Please name this number if you write to us about it.</p>
      <p className="grievance-number">{number}</p>
      <p>
        The answer is due by <strong>{`${formatDate(dueAt)}, ${formatTime(dueAt)}`}</strong> (Indian
        time).
      </p>
      <p>
        {isMailed
          ? 'The acknowledgement is on its way to your e-mail address, and the answer goes there too. Check your spam folder.'
          : 'No acknowledgement can be mailed. Write the number down.'}
      </p>
      {hasInbox && (
        <p>
          Both are in <Link to={paths.messages}>your messages</Link>, too.
        </p>
      )}
      <div className="row">
        <Button onClick={onAnother}>Send another grievance</Button>
      </div>
    </article>
  )
}
