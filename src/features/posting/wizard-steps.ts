import type { PostingFlaws } from '#src/domain/posting/posting-check.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { fieldRulesOf } from '#src/domain/posting/posting-fields.ts'
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
