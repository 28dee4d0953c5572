import { useState } from 'react'
import { handOverClaim, putHold } from '#src/api/team/claims-api.ts'
import { MAX_HAND_OVER_NOTE, MAX_HOLD_REASON, MOST_HOLD_DAYS } from '#src/domain/claim/claim.ts'
import { listHoldTimes } from '#src/domain/claim/hold-times.ts'
import { fromIndianInput } from '#src/domain/dates.ts'
import { useSession } from '#src/session/use-session.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { DateInput } from '#src/ui/form/dates/date-input.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { useClaimActs } from './use-claim-acts.ts'
import { useDeciders } from './use-deciders.ts'

const ASKED = 'Asked the owner' // the usual reason
const OWN_TIME = 'own'
const HOLD_ID = 'keep-hold'
const HAND_OVER_ID = 'keep-hand-over'

/** Keeps a listing from the queue for a while: held by the person, or handed over to a colleague. */
export function KeepSheet({ listingId, name, onKept, onClose }: KeepSheetProps) {
  return (
    <Sheet open hasUrl={false} title="Hold or hand over" onClose={onClose}>
      <div className="stack">
        <p className="muted">{name}</p>
        <HoldForm listingId={listingId} onKept={onKept} />
        <HandOverForm listingId={listingId} onKept={onKept} />
      </div>
    </Sheet>
  )
}

export interface KeepSheetProps {
  listingId: string
  name: string
  /** Called with what was done. */
  onKept: (said: string) => void
  onClose: () => void
}

type FormProps = Pick<KeepSheetProps, 'listingId' | 'onKept'>

function HoldForm({ listingId, onKept }: FormProps) {
  const [times] = useState(() => listHoldTimes(Date.now()))
  const [chosen, setChosen] = useState(times[0]?.until ?? OWN_TIME)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState(ASKED)
  const [isMissing, setMissing] = useState(false)
  const { act, isBusy, failure } = useClaimActs()
  const until = chosen === OWN_TIME ? fromIndianInput(typed) : chosen

  async function hold() {
    if (until === null || reason.trim() === '') return setMissing(true)
    if (await act(() => putHold(listingId, { until, reason }))) onKept('Held.')
  }

  return (
    <section className="stack" aria-labelledby={HOLD_ID}>
      <h3 className="section-title" id={HOLD_ID}>
        Hold it until
      </h3>
      <div className="row">
        {[...times, { label: 'A time', until: OWN_TIME }].map((time) => (
          <Button
            key={time.label}
            size="small"
            variant={time.until === chosen ? 'primary' : 'secondary'}
            aria-pressed={time.until === chosen}
            onClick={() => setChosen(time.until)}
          >
            {time.label}
          </Button>
        ))}
      </div>
      {chosen === OWN_TIME && (
        <Field
          label="Until"
          hint={`Indian time, at most ${MOST_HOLD_DAYS} days from now.`}
          error={isMissing && until === null ? 'Choose until when.' : null}
        >
          {(input) => <DateInput {...input} hasTime value={typed} onValue={setTyped} />}
        </Field>
      )}
      <Field
        label="Reason"
        hint="Your colleagues read it."
        error={isMissing && reason.trim() === '' ? 'Say why you hold it.' : null}
      >
        {(input) => (
          <TextInput
            {...input}
            maxLength={MAX_HOLD_REASON}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <FieldError id="hold-failure">{failure}</FieldError>
      <Button variant="primary" busy={isBusy} onClick={() => void hold()}>
        Hold
      </Button>
    </section>
  )
}

function HandOverForm({ listingId, onKept }: FormProps) {
  const readerId = useSession()?.account?.id
  const people = useDeciders()
  const [personId, setPersonId] = useState('')
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { act, isBusy, failure } = useClaimActs()
  const others = people.data?.filter(({ id }) => id !== readerId) ?? []

  async function handOver() {
    const person = others.find(({ id }) => id === personId)
    if (!person) return setMissing(true)
    if (await act(() => handOverClaim(listingId, { personId, note })))
      onKept(`Handed over to ${person.name}.`)
  }

  return (
    <section className="stack" aria-labelledby={HAND_OVER_ID}>
      <h3 className="section-title" id={HAND_OVER_ID}>
        Or hand it over
      </h3>
      <Field
        label="To"
        hint={people.isError ? 'The list of people needs the network.' : undefined}
        error={isMissing && personId === '' ? 'Choose a person.' : null}
      >
        {(input) => (
          <Select {...input} value={personId} onChange={({ target }) => setPersonId(target.value)}>
            <option value="">Choose a person</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Note" hint="Optional. What they should know.">
        {(input) => (
          <TextArea
            {...input}
            rows={2}
            maxLength={MAX_HAND_OVER_NOTE}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <FieldError id="hand-over-failure">{failure}</FieldError>
      <Button busy={isBusy} onClick={() => void handOver()}>
        Hand over
      </Button>
    </section>
  )
}
