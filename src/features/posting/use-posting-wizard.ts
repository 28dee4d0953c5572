import { useState } from 'react'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import { checkPosting, type PostingFlaws } from '#src/domain/posting/posting-check.ts'
import { POSTING_FIELDS } from '#src/domain/posting/posting-fields.ts'
import {
  listNoNumbers,
  type TypedField,
  toDraft,
  withTyped,
} from '#src/domain/posting/typed-posting.ts'
import type { OpenListing } from '#src/outbox/kinds/posting/use-unsent-listings.ts'
import { useContactQuestions } from './use-contact-questions.ts'
import { useListingSaving } from './use-listing-saving.ts'
import {
  findFlawedStep,
  findStepToCorrect,
  listFields,
  MEDIA_STEP,
  WIZARD_STEPS,
} from './wizard-steps.ts'

const NO_NUMBER = 'Enter a number.'
const NO_FLAWS: PostingFlaws = {}

/**
 * The state of the wizard. Typed text is stored on this device at each keystroke, and sent at each step.
 * Begins at the first step with a field that the server refused, or that a reviewer rejected, else at the first step. For a
 * listing with unsent edits, the server's answer with the rejection comes later: it leads there unless the owner was faster.
 */
export function usePostingWizard(id: string, opened: OpenListing, saved: OwnPosting | null) {
  const refused = opened.row?.problem?.fields ?? NO_FLAWS
  const [step, setStep] = useState(findFlawedStep(refused) ?? 0)
  const [isPlaced, setPlaced] = useState(findFlawedStep(refused) !== null)
  const [flaws, setFlaws] = useState(refused)
  const [refusals, setRefusals] = useState(Object.keys(refused).length)
  const { listing, content, ...saving } = useListingSaving({ id, opened, saved, onRefused: lead })
  const { typed, media } = content
  const draft = toDraft(typed, [...media])
  const contacts = useContactQuestions(draft)
  if (!isPlaced && saved) {
    setPlaced(true)
    setStep(findStepToCorrect({ ...saved, draft }, new Date()) ?? 0)
  }

  function findFlaws(): PostingFlaws {
    const checked = checkPosting(draft, new Date())
    const noNumbers = listNoNumbers(typed).map((field) => [field, NO_NUMBER])
    return { ...(checked.isComplete ? {} : checked.fields), ...Object.fromEntries(noNumbers) }
  }

  function refuse(fields: PostingFlaws): void {
    setFlaws(fields)
    setRefusals((before) => before + 1)
  }

  /** Opens the first step with a flaw. */
  function lead(fields: PostingFlaws): void {
    refuse(fields)
    goTo((now) => findFlawedStep(fields) ?? now)
  }

  function goTo(next: (now: number) => number): void {
    setPlaced(true)
    setStep(next)
  }

  return {
    ...saving,
    typed,
    media,
    draft,
    step,
    flaws,
    /** Increases with each refusal, which moves the focus to the first invalid field. */
    refusals,
    type(field: TypedField, value: string) {
      setPlaced(true)
      void listing.edit(({ typed: before }) => ({ typed: withTyped(before, field, value) }))
      setFlaws(({ [field]: _, ...others }) => others)
    },
    /** Stores the order of the files on this device, and lets the outbox send it. */
    setMedia(arrange: (before: readonly string[]) => string[]) {
      void listing.edit(({ media: before }) => ({ media: arrange(before) }))
      saving.sendLater()
      setFlaws(({ media: _, ...others }) => others)
    },
    refuseMedia: (sentence: string) => lead({ media: sentence }),
    back: () => goTo((now) => Math.max(0, now - 1)),
    openMedia: () => goTo(() => MEDIA_STEP),
    /** Opens the next step if the fields of this step are valid, even if the server is unreachable. */
    next() {
      const shown = WIZARD_STEPS[step]
      const ofStep = shown ? listFields(shown, draft) : []
      const found = findFlaws()
      const here = Object.fromEntries(
        ofStep.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])),
      )
      if (Object.keys(here).length > 0) return refuse(here)
      const asked = contacts.ask(ofStep)
      if (Object.keys(asked).length > 0) return refuse(asked)
      saving.sendLater()
      setFlaws({})
      goTo((now) => Math.min(WIZARD_STEPS.length - 1, now + 1))
    },
    /** Submits as in `useListingSaving`, if every field is valid and the owner was asked about each contact. */
    async submit(hasFiles: boolean) {
      const found = findFlaws()
      const wrong = findFlawedStep(found) === null ? contacts.ask(POSTING_FIELDS) : found
      if (findFlawedStep(wrong) === null) return saving.submit(hasFiles)
      lead(wrong)
      return null
    },
  }
}

export type PostingWizardState = ReturnType<typeof usePostingWizard>
