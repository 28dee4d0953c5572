import { useState } from 'react'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import { countProperties, type ListingCommand } from '#src/domain/listing/listing-commands.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import { ReasonFields } from '#src/features/listings/reasons/reason-fields.tsx'
import { useMayExplain } from '#src/features/listings/reasons/use-may-explain.ts'
import { useReasonForm } from '#src/features/listings/reasons/use-reason-form.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { type BatchPlan, listExceptions } from './batch-plan.ts'

export interface BatchConfirmationProps {
  command: ListingCommand
  plan: BatchPlan
  /** Resolves once the batch is stored, or its failure was reported. */
  onConfirm: (decision: ListingDecision) => Promise<void>
  /** The person decides also about listings that colleagues review, or not. */
  onAllTheSame: (isAllTheSame: boolean) => void
  onCancel: () => void
}

/** Confirms a command for the chosen listings: how many they are, and which are left out. */
export function BatchConfirmation(props: BatchConfirmationProps) {
  const { command, plan } = props
  const mayExplain = useMayExplain()
  if (plan.listings.length === 0) return <NothingToDo {...props} />
  return command.takesReason && mayExplain ? (
    <RejectionSheet {...props} />
  ) : (
    <PlainConfirmation {...props} />
  )
}

function NothingToDo(props: BatchConfirmationProps) {
  const { command, onCancel } = props
  return (
    <ConfirmDialog
      open
      title={`There is nothing to ${command.label.toLowerCase()}`}
      confirmLabel="OK"
      cancelLabel="Back"
      onConfirm={onCancel}
      onCancel={onCancel}
    >
      <Exceptions {...props} />
    </ConfirmDialog>
  )
}

function PlainConfirmation(props: BatchConfirmationProps) {
  const { command, plan, onConfirm, onCancel } = props
  const count = plan.listings.length
  const isDeletion = command.decision.kind === 'delete'
  return (
    <ConfirmDialog
      open
      // The literal question of the specification (section 5); the number follows.
      title={
        isDeletion
          ? 'Are you sure you want to permanently delete this property?'
          : `${command.forMany(countProperties(count))}?`
      }
      confirmLabel={`${command.label} ${groupIndian(count)}`}
      {...(isDeletion && { tone: 'danger' })}
      onConfirm={() => void onConfirm(command.decision)}
      onCancel={onCancel}
    >
      {isDeletion && <p>{namesIn(plan)}</p>}
      <Exceptions {...props} />
    </ConfirmDialog>
  )
}

/** 'Sea view and 1,239 more: 1,240 properties.' */
function namesIn({ listings }: BatchPlan): string {
  const [first] = listings
  const name = displayName(first?.name)
  if (listings.length === 1) return name
  return `${name} and ${groupIndian(listings.length - 1)} more: ${countProperties(listings.length)}. They cannot be brought back.`
}

function Exceptions({ command, plan, onAllTheSame }: BatchConfirmationProps) {
  const exceptions = listExceptions(plan, command)
  const { length: claimed } = plan.claims
  return (
    <>
      {exceptions.length > 0 && (
        <>
          <p>Left out:</p>
          <ul>
            {exceptions.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {claimed > 0 && (
        <Checkbox
          label={`${command.label} ${claimed === 1 ? 'the one' : `the ${groupIndian(claimed)}`} with colleagues too`}
          checked={plan.isAllTheSame}
          onChange={({ target }) => onAllTheSame(target.checked)}
        />
      )}
    </>
  )
}

/** The confirmation of a rejection, with one reason for all. It is optional, unless the owners require it. */
function RejectionSheet(props: BatchConfirmationProps) {
  const { command, plan, onConfirm, onCancel } = props
  const form = useReasonForm('reason-of-several', null)
  const [isMissing, setMissing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const { reason, noteMistake, read } = form
  const hasTyped = reason.note !== ''
  const isNeeded = (read.value?.isRequired ?? false) || hasTyped
  const count = plan.listings.length

  async function reject() {
    if (reason.code === '' && isNeeded) return setMissing(true)
    if (noteMistake || isSaving) return
    setSaving(true)
    const why = reason.code === '' ? {} : { reason }
    await onConfirm({ kind: 'status', to: 'rejected', ...why })
    setSaving(false)
    form.clear()
  }

  return (
    <Sheet
      open
      hasUrl={false}
      title={`${command.forMany(countProperties(count))}?`}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="danger" busy={isSaving} onClick={() => void reject()}>
            {`${command.label} ${groupIndian(count)}`}
          </Button>
        </>
      }
    >
      <ReasonFields
        form={form}
        listingIds={plan.listings.map(({ id }) => id)}
        mistake={
          isMissing && reason.code === ''
            ? 'Choose a reason, or cancel: nothing is rejected yet.'
            : null
        }
        intro={
          <>
            <p className="muted">{introOf(count, read.value?.isRequired ?? false)}</p>
            <Exceptions {...props} />
          </>
        }
        onSave={() => void reject()}
      />
    </Sheet>
  )
}

function introOf(count: number, isRequired: boolean): string {
  const all = `${countProperties(count)} ${count === 1 ? 'gets' : 'get'} the reason that you choose.`
  return isRequired ? all : `${all} Without one, they are rejected without a reason.`
}
