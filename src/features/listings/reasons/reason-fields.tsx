import type { ReactNode } from 'react'
import { fillSentence, hasVariables } from '#src/domain/listing/reason-sentence.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import type { useReasons } from '#src/query-cache/use-reasons.ts'
import { useSavedListing } from '#src/query-cache/use-seen-listing.ts'
import { Field } from '#src/ui/form/field.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { ReasonChoices } from './reason-choices.tsx'
import type { ReasonForm } from './use-reason-form.ts'

/** The form for a reason: the list, what the seller reads, a note, and whether changes are needed. */
export function ReasonFields({ form, listingIds, mistake, intro, onSave }: ReasonFieldsProps) {
  const { read, draft, chosen, changesNeeded, noteMistake, change } = form
  return (
    <div className="stack">
      {intro}
      {!read.value && <NoReasons read={read} />}
      <ReasonChoices
        reasons={read.value?.reasons ?? []}
        code={draft.code}
        onChoose={(code) => change({ code })}
        onSave={onSave}
      />
      {chosen && <SellerText sentence={chosen.sentence} listingIds={listingIds} />}
      <div role="status">
        <FieldError id="reason-mistake">{mistake}</FieldError>
      </div>
      <Field
        label="Note to the seller"
        hint="Optional. The seller reads it below the reason."
        error={noteMistake}
      >
        {(input) => (
          <TextArea
            {...input}
            rows={3}
            value={draft.note}
            onChange={({ target }) => change({ note: target.value })}
          />
        )}
      </Field>
      <Switch
        label="Changes needed"
        hint="Invites the seller to correct the property and send it again."
        isOn={changesNeeded}
        onSwitch={(isOn) => change({ changesNeeded: isOn })}
      />
    </div>
  )
}

interface ReasonFieldsProps {
  form: ReasonForm
  /** The listings that get the reason. */
  listingIds: readonly string[]
  mistake: string | null
  /** What the reason is for. */
  intro: ReactNode
  onSave: () => void
}

/** The sentence as the server fills it in. Several listings have different values: the first stands for all. */
function SellerText({ sentence, listingIds: [first = '', ...others] }: SellerTextProps) {
  const listing = useSavedListing(first)
  const text = listing ? fillSentence(sentence, listing) : sentence
  const more =
    others.length > 0 && hasVariables(sentence)
      ? ' The others read the values of their own property.'
      : ''
  return <p className="muted">{`The seller reads: “${text}”${more}`}</p>
}

interface SellerTextProps {
  sentence: string
  listingIds: readonly string[]
}

/** Why no reasons can be chosen: they are loading, or could not be loaded. */
function NoReasons({ read }: { read: ReturnType<typeof useReasons> }) {
  if (!read.failure) return <p role="status">Loading the reasons...</p>
  const freshness = findReadFreshness(read, Date.now())
  return <ReadNote {...freshness} what="the reasons" onRetry={read.refetch} />
}
