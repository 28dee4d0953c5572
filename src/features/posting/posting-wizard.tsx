import { useQuery } from '@tanstack/react-query'
import { ChevronLeftIcon } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { findPosting } from '#src/api/posting/posting-api.ts'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { showToast } from '#src/ui/toast/toast.ts'
import { MediaStep } from './media/media-step.tsx'
import { describeUnfinished } from './media/media-words.ts'
import { useListingMedia } from './media/use-listing-media.ts'
import { listFacts, wordReason } from './posting-facts.ts'
import { PostingField } from './posting-field.tsx'
import { usePostingWizard } from './use-posting-wizard.ts'
import { listFields, WIZARD_STEPS } from './wizard-steps.ts'

interface WizardProps {
  id: string
  onClose: () => void
}

/** Writes one listing, step by step. */
export function PostingWizard({ id, onClose }: WizardProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['found', useUserId(), id, 'listing'],
    queryFn: ({ signal }) => findPosting(id, signal),
    staleTime: Number.POSITIVE_INFINITY, // a later read must not replace what is being typed
    gcTime: 0,
  })
  if (error)
    return (
      <Notice tone="caution" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {describeOnlineFailure(error)}
      </Notice>
    )
  if (data === undefined) return <p role="status">Loading your listing...</p>
  return <Steps id={id} saved={data} onClose={onClose} />
}

function Steps({ id, saved, onClose }: WizardProps & { saved: OwnPosting | null }) {
  const wizard = usePostingWizard(id, saved)
  const { step, draft, flaws, isBusy } = wizard
  const shown = WIZARD_STEPS[step]
  const isLast = step === WIZARD_STEPS.length - 1
  const media = useListingMedia(id, saved?.files ?? [], wizard)
  const formRef = useRef<HTMLFormElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // A screen reader announces the new step. `step` is the trigger.
    if (step >= 0) headingRef.current?.focus()
  }, [step])

  useEffect(() => {
    if (wizard.refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [wizard.refusals])

  async function leave() {
    if (await wizard.saveAndClose()) onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isLast) return wizard.next()
    const unfinished = describeUnfinished(media.pending)
    if (unfinished !== null) return wizard.refuseMedia(unfinished)
    if (!(await wizard.submit())) return
    showToast({
      tone: 'success',
      message: 'Submitted',
      detail: 'It is checked before it goes live.',
    })
    onClose()
  }

  return (
    <form
      ref={formRef}
      className="form posting-wizard"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {saved?.reason && <Notice tone="caution">{wordReason(saved.reason)}</Notice>}
      <header className="page-header">
        <h2 className="page-title" ref={headingRef} tabIndex={-1}>
          {shown?.title}
        </h2>
        <p className="muted">
          Step {step + 1} of {WIZARD_STEPS.length}
        </p>
      </header>
      <progress
        className="posting-progress"
        aria-label="Steps done"
        value={step + 1}
        max={WIZARD_STEPS.length}
      />
      {wizard.newer && (
        <Notice
          tone="caution"
          action={
            <>
              <Button onClick={wizard.keepMine}>Keep mine</Button>
              <Button onClick={wizard.takeTheirs}>Take the other</Button>
            </>
          }
        >
          This listing was changed on another device.
        </Notice>
      )}
      {wizard.problem && (
        <Notice tone="caution">{wizard.problem} What you typed is kept in this tab.</Notice>
      )}
      {shown &&
        listFields(shown, draft).map((field) => (
          <PostingField
            key={field}
            field={field}
            value={wizard.typed[field]}
            draft={draft}
            error={flaws[field]}
            onType={wizard.type}
          />
        ))}
      {shown?.isMedia && <MediaStep state={media} error={flaws.media} />}
      {isLast && <Details facts={listFacts(draft)} />}
      <div className="posting-bar">
        {step > 0 ? (
          <Button icon={<ChevronLeftIcon size={16} />} onClick={wizard.back}>
            Back
          </Button>
        ) : null}
        <Button variant="quiet" busy={isBusy} onClick={() => void leave()}>
          Save and close
        </Button>
        <Button type="submit" variant="primary" busy={isLast && isBusy}>
          {isLast ? 'Submit' : 'Next'}
        </Button>
      </div>
    </form>
  )
}
