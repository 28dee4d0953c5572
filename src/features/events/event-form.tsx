import { FileTextIcon } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { EVENT_KIND_LABELS, EVENT_KINDS } from '#src/domain/event/event-payload.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { Button } from '#src/ui/form/button.tsx'
import { DateInput } from '#src/ui/form/dates/date-input.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import type { FieldName } from './typed-event.ts'
import { type EventFormOptions, useEventForm } from './use-event-form.ts'

export interface EventFormProps extends EventFormOptions {
  /** The id of the form element, to which the button outside of it refers. */
  id: string
}

/** The form of an event. Every keystroke is stored in a draft. */
export function EventForm({ id, ...options }: EventFormProps) {
  const form = useEventForm(options)
  const { shown, errors } = form
  const input = (name: FieldName) => ({
    name,
    value: shown[name],
    onChange: ({
      target,
    }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      form.type(name, target.value),
  })
  const moment = (name: 'startsAt' | 'endsAt') => ({
    name,
    value: shown[name],
    onValue: (value: string) => form.type(name, value),
  })
  return (
    <form
      id={id}
      className="form"
      noValidate
      onSubmit={(event) => void form.submit(event)}
      onBlur={form.checkLeft}
    >
      {form.wasPreserved && <PreservedDraftNote onStartOver={form.startOver} />}
      <Field label="Title" error={errors.title}>
        {(props) => <TextInput {...props} {...input('title')} aria-required autoComplete="off" />}
      </Field>
      <Field label="Kind" error={errors.kind}>
        {(props) => (
          <Select {...props} {...input('kind')}>
            <KindOptions savedKind={options.event ? options.event.kind : EVENT_KINDS[0]} />
          </Select>
        )}
      </Field>
      <Field label="Starts" error={errors.startsAt} hint="Indian time.">
        {(props) => <DateInput {...props} {...moment('startsAt')} hasTime aria-required />}
      </Field>
      <Field label="Ends" error={errors.endsAt}>
        {(props) => <DateInput {...props} {...moment('endsAt')} hasTime />}
      </Field>
      <Field label="Place" error={errors.place}>
        {(props) => <TextInput {...props} {...input('place')} autoComplete="off" />}
      </Field>
      <Field label="Note" error={errors.note}>
        {(props) => <TextArea {...props} {...input('note')} rows={5} />}
      </Field>
    </form>
  )
}

/** Options for our own kinds, and for a saved kind that is not one of them: empty, or from another client. */
function KindOptions({ savedKind }: { savedKind: MarketEvent['kind'] }) {
  const isOwn = EVENT_KINDS.some((kind) => kind === savedKind)
  return (
    <>
      {!isOwn && <option value={savedKind ?? ''}>{savedKind ?? 'Not said'}</option>}
      {EVENT_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {EVENT_KIND_LABELS[kind]}
        </option>
      ))}
    </>
  )
}

function PreservedDraftNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Notice
      tone="neutral"
      icon={<FileTextIcon size={16} />}
      action={
        <Button size="small" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      Your unsaved text was kept
    </Notice>
  )
}
