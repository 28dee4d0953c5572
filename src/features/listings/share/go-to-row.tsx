import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { groupIndian } from '#src/domain/money.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

/** The server counts the rows of a filter one by one (server/platform/http/calls/page-place.ts). */
const MOST_BEFORE_FILTERED = 10_000

/** Goes to a row of a long list by its number, or to the last rows, without loading all before it. */
export function GoToRow({ total, isFiltered, goTo, onClose }: GoToRowProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState<'row' | 'last' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const closing = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])
  const last = isFiltered ? Math.min(total, MOST_BEFORE_FILTERED + 1) : total
  async function go(what: 'row' | 'last', start: number | 'end') {
    const signal = closing.current?.signal
    setBusy(what)
    setProblem(null)
    try {
      await goTo(start, signal)
      if (!signal?.aborted) onClose()
    } catch (error) {
      if (signal?.aborted) return
      setBusy(null)
      setProblem({ of: 'server', text: describeOnlineFailure(error) })
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const row = readRow(text)
    if (row !== null && row >= 1 && row <= last) void go('row', row - 1)
    else setProblem({ of: 'row', text: `Write a number from 1 to ${groupIndian(last)}.` })
  }
  return (
    <Dialog
      open
      title="Go to row"
      onClose={onClose}
      footer={
        <>
          <Button busy={busy === 'last'} onClick={() => !busy && void go('last', 'end')}>
            Last rows
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy === 'row'}>
            Go
          </Button>
        </>
      }
    >
      <form id={id} className="stack" onSubmit={submit} noValidate>
        <Field
          label="Row"
          hint={
            last < total
              ? `1 to ${groupIndian(last)}, as the list is filtered. Turn the order round to come near the other end.`
              : `1 to ${groupIndian(total)}, in the order of the list.`
          }
          error={problem?.of === 'row' && problem.text}
        >
          {(input) => (
            <TextInput
              {...input}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        {problem?.of === 'server' && <Notice tone="negative">{problem.text}</Notice>}
      </form>
    </Dialog>
  )
}

/** A number as people write it, such as 5,00,000; null for anything else. */
function readRow(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

interface Problem {
  of: 'row' | 'server'
  text: string
}

interface GoToRowProps {
  /** How many rows the list has. */
  total: number
  isFiltered: boolean
  /** Shows the rows after so many, or the last ones. With a signal that is aborted, it shows nothing. */
  goTo: (start: number | 'end', signal?: AbortSignal) => Promise<void>
  onClose: () => void
}
