import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { answerGrievance } from '#src/api/grievance-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { type Grievance, GrievanceAnswerSchema } from '#src/domain/grievance/grievance.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

export interface GrievanceReplyProps {
  grievance: Grievance
  /** Called after an answer and after a refusal: somebody else may have answered meanwhile. */
  onSettled: () => void
}

/**
 * The answer of a grievance, or the form that answers and so closes it. Online only: a person must know whether the
 * answer has left. The draft is kept, also if a colleague answers first.
 */
export function GrievanceReply({ grievance, onSettled }: GrievanceReplyProps) {
  const { id } = grievance
  const [draft, setDraft, clearDraft] = useDraft(`answer to ${id}`, { answer: '' })
  const [mistake, setMistake] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)

  function discard() {
    clearDraft()
    setProblem(null)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const read = v.safeParse(GrievanceAnswerSchema, draft)
    setMistake(read.success ? null : read.issues[0].message)
    setProblem(null)
    if (!read.success) return
    setBusy(true)
    try {
      await answerGrievance(id, read.output.answer)
      clearDraft()
      setSent(true)
    } catch (error) {
      setProblem(describeOnlineFailure(error))
    } finally {
      setBusy(false)
      onSettled()
    }
  }

  if (grievance.answer !== null)
    return (
      <>
        {problem && <Notice tone="caution">{problem}</Notice>}
        <GivenAnswer grievance={grievance} answer={grievance.answer} />
        {draft.answer !== '' && <UnsentAnswer text={draft.answer} onDiscard={discard} />}
      </>
    )

  // Until the list has arrived again.
  if (isSent) return <p role="status">The answer is sent.</p>

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Your answer" error={mistake} hint={wayOf(grievance)}>
        {(input) => (
          <TextArea
            {...input}
            rows={8}
            value={draft.answer}
            onChange={({ target }) => {
              setDraft({ answer: target.value })
              setMistake(null)
            }}
          />
        )}
      </Field>
      {problem && <Notice tone="negative">{problem}</Notice>}
      <Button type="submit" variant="primary" busy={isBusy}>
        Send answer and close
      </Button>
    </form>
  )
}

interface GivenAnswerProps {
  grievance: Grievance
  answer: string
}

function GivenAnswer({ grievance: { answeredAt, answeredBy }, answer }: GivenAnswerProps) {
  return (
    <section className="section" aria-labelledby="grievance-answer-title">
      <h3 id="grievance-answer-title" className="section-title">
        Answer
      </h3>
      <p className="muted">{`${answeredBy ?? 'Somebody'}, ${formatDateTime(answeredAt)}`}</p>
      <p className="written-text">{answer}</p>
    </section>
  )
}

/** What one has written while a colleague answered. */
function UnsentAnswer({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  return (
    <section className="section" aria-labelledby="grievance-unsent-title">
      <h3 id="grievance-unsent-title" className="section-title">
        Your answer, which was not sent
      </h3>
      <p className="written-text">{text}</p>
      <div className="row">
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  )
}

/** How the answer reaches the sender. */
function wayOf({ email, phoneNumber, userId }: Grievance): string {
  const inbox = userId === null ? '' : ' It is also in their messages.'
  if (email) return `It is mailed to ${email} and closes the grievance.${inbox}`
  return `There is no e-mail address: call ${phoneNumber ?? 'them'}, and note here what you said.${inbox}`
}
