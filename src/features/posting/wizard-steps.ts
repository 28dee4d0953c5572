import type { ReasonField } from '#src/domain/listing/rejection-reason.ts'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import { checkPosting, type PostingFlaws } from '#src/domain/posting/posting-check.ts'
import { listContacts } from '#src/domain/posting/posting-contacts.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { fieldRulesOf, type PostingField } from '#src/domain/posting/posting-fields.ts'
import type { TypedField } from '#src/domain/posting/typed-posting.ts'

export interface WizardStep {
  title: string
  /** The fields of the step, in the order of the form; empty for the photos and video, and for the preview. */
  fields: readonly TypedField[]
  /** The step of the photos and the video. */
  isMedia?: boolean
}

export const WIZARD_STEPS: readonly WizardStep[] = [
  { title: 'What do you offer?', fields: ['deal', 'kind'] },
  { title: 'Where is it?', fields: ['city', 'locality', 'pincode'] },
  {
    title: 'What is it like?',
    fields: ['title', 'area', 'bhk', 'beds', 'furnishing', 'description'],
  },
  {
    title: 'What does it cost?',
    fields: ['price', 'rent', 'startingBid', 'auctionEndsAt', 'availableFrom'],
  },
  { title: 'Photos and video', fields: [], isMedia: true },
  { title: 'Check and submit', fields: [] },
]

export const MEDIA_STEP = WIZARD_STEPS.findIndex(({ isMedia }) => isMedia)

/** The fields of a step that apply to the deal and kind. */
export function listFields(step: WizardStep, draft: PostingDraft): TypedField[] {
  const rules = fieldRulesOf(draft)
  return step.fields.filter((field) => rules[field] !== undefined)
}

/** The first step with one of these flaws; null if no step has one. */
export function findFlawedStep(flaws: PostingFlaws): number | null {
  const index = WIZARD_STEPS.findIndex(
    ({ fields, isMedia = false }) =>
      fields.some((field) => flaws[field] !== undefined) || (isMedia && flaws.media !== undefined),
  )
  return index < 0 ? null : index
}

const FIELD_OF_REASON: Readonly<Record<ReasonField, PostingField>> = {
  title: 'title',
  description: 'description',
  price: 'price',
  place: 'city',
  details: 'area',
  photos: 'media',
  video: 'media',
}

/** The step with the flaw of a rejected listing; null if the listing is not rejected, or its reason names no part. */
export function findStepToCorrect(
  { state, reason, draft }: Pick<OwnPosting, 'state' | 'reason' | 'draft'>,
  now: Date,
): number | null {
  if (state !== 'changes-needed' && state !== 'rejected') return null
  if (reason?.field) return findFlawedStep({ [FIELD_OF_REASON[reason.field]]: reason.sentence })
  const checked = checkPosting(draft, now)
  const contacts = listContacts(draft).map(({ field }) => [field, ''])
  return findFlawedStep(checked.isComplete ? Object.fromEntries(contacts) : checked.fields)
}
