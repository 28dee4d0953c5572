import { useQuery } from '@tanstack/react-query'
import { ChevronLeftIcon } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { findPosting } from '#src/api/posting/posting-api.ts'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import { type OpenListing, useOpenListing } from '#src/outbox/kinds/posting/use-unsent-listings.ts'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { focusFirstInvalid } from '#src/ui/form/invalid-focus.ts'
import { Notice } from '#src/ui/layout/notice.tsx'
import { Details } from '#src/ui/record/details.tsx'
import { useLeaveQuestion } from '#src/ui/use-leave-question.ts'
import { MediaStep } from './media/media-step.tsx'
import { describeUnfinished } from './media/media-words.ts'
import { SubmittedMedia } from './media/submitted-media.tsx'
import { useListingMedia } from './media/use-listing-media.ts'
import { listFacts, wordReason } from './posting-facts.ts'
import { PostingFieldInput } from './posting-field.tsx'
import { announceSubmission } from './submission-toast.ts'
import { usePostingWizard } from './use-posting-wizard.ts'
import { WizardNotices } from './wizard-notices.tsx'
import { listFields, WIZARD_STEPS } from './wizard-steps.ts'

interface WizardProps {
  id: string
  /** Whether the listing was just created: the server cannot have it, so it is not requested. */
  isNew: boolean
  onClose: () => void
}

/** The wizard for one listing. A listing that is stored on this device opens without the server. */
export function PostingWizard({ id, isNew, onClose }: WizardProps) {
  const opened = useOpenListing(id)
  const isOnDevice = Boolean(opened?.row)
  const { data, error, refetch } = useQuery({
    queryKey: ['found', useUserId(), id, 'listing'],
    queryFn: ({ signal }) => findPosting(id, signal),
    enabled: !isNew && opened !== null,
    staleTime: Number.POSITIVE_INFINITY, // a later read must not replace the typed text
    gcTime: 0,
    // Retries for a listing on this device too: it is already shown, but only the server has details of its files.
    retry: (_, failure) => isOnDevice && isUnanswered(failure),
  })
  const isThere = isNew || data !== undefined || isOnDevice
  if (opened && isThere)
    return <Steps id={id} opened={opened} saved={data ?? null} onClose={onClose} />
  if (error)
    return (
      <Notice tone="caution" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {describeOnlineFailure(error)}
      </Notice>
    )
  return <p role="status">Loading your listing...</p>
}

const isUnanswered = (error: Error) => error instanceof ApiError && error.kind === 'no-answer'

interface StepsProps extends Pick<WizardProps, 'id' | 'onClose'> {
  opened: OpenListing
  saved: OwnPosting | null
}

function Steps({ id, opened, saved, onClose }: StepsProps) {
  const wizard = usePostingWizard(id, opened, saved)
  const { persistence } = useOutboxParts()
  const { step, draft, flaws, isBusy } = wizard
  const shown = WIZARD_STEPS[step]
  const isLast = step === WIZARD_STEPS.length - 1
  const media = useListingMedia(id, saved?.files ?? [], wizard)
  const isSaidBelow = shown?.isMedia && media.isOffline && wizard.isOffline && !wizard.newerIn
  const toSend = media.pending
    .filter((upload) => upload.step !== 'refused')
    .map(({ id: one }) => one)
  const toSendIds = toSend.join()
  const formRef = useRef<HTMLFormElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // The focus makes a screen reader announce the new step. A change of `step` triggers this effect.
    if (step >= 0) headingRef.current?.focus()
  }, [step])

  useEffect(() => {
    if (wizard.refusals > 0) focusFirstInvalid(formRef.current)
  }, [wizard.refusals])

  const asked = useRef<ReadonlySet<string>>(new Set())
  const sendFiles = useEffectEvent(() => {
    if (toSend.some((one) => !asked.current.has(one))) wizard.sendLater()
    asked.current = new Set(toSend)
  })
  useEffect(() => {
    // A file was chosen, or is tried again.
    if (toSendIds !== '') sendFiles()
  }, [toSendIds])

  // The device has no room for these files: they go on only while the wizard is open.
  useLeaveQuestion(media.isPageNeeded)

  async function leave() {
    const unfinished = describeUnfinished(media.pending)
    if (unfinished !== null && media.isPageNeeded) return wizard.refuseMedia(unfinished)
    if (await wizard.saveAndClose(media.pending.length > 0)) onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isLast) return wizard.next()
    const unfinished = describeUnfinished(media.pending)
    const isBlocked = media.isPageNeeded || media.pending.some((one) => one.step === 'refused')
    if (unfinished !== null && isBlocked) return wizard.refuseMedia(unfinished)
    const ended = await wizard.submit(media.pending.length > 0)
    if (ended === null) return
    if (ended === 'submitted') announceSubmission()
    else void persistence.askOnce() // until the listing is sent, only this device has it
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
        <p className="muted">{`Step ${step + 1} of ${WIZARD_STEPS.length}`}</p>
      </header>
      <progress
        className="posting-progress"
        aria-label="Steps done"
        value={step + 1}
        max={WIZARD_STEPS.length}
      />
      {!isSaidBelow && <WizardNotices wizard={wizard} />}
      {shown &&
        listFields(shown, draft).map((field) => (
          <PostingFieldInput
            key={field}
            field={field}
            value={wizard.typed[field]}
            draft={draft}
            error={flaws[field]}
            onType={wizard.type}
          />
        ))}
      {shown?.isMedia && <MediaStep state={media} error={flaws.media} />}
      {isLast && (
        <>
          <SubmittedMedia state={media} onChange={wizard.openMedia} />
          <Details facts={listFacts(draft)} />
        </>
      )}
      <div className="posting-bar" data-keep-clear>
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
