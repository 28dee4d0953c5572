import { useState } from 'react'
import { offerExport } from '#src/api/export-offer-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

type State = 'ready' | 'asking' | 'busy' | 'sent'

/** Mails download instructions to a member who asked for their data. Staff never get the data. */
export function ExportOffer({ id, name }: { id: string; name: string }) {
  const [state, setState] = useState<State>('ready')
  const [problem, setProblem] = useState<string | null>(null)

  async function send() {
    setState('busy')
    setProblem(null)
    const failure = await findFailure(id)
    setProblem(failure)
    setState(failure === null ? 'sent' : 'ready')
  }

  return (
    <section className="section" aria-labelledby="export-offer-title">
      <h3 id="export-offer-title" className="section-title">
        Personal data
      </h3>
      {problem && <Notice tone="caution">{problem}</Notice>}
      {state === 'sent' ? (
        <p role="status">The mail is sent. It says how to download the data after signing in.</p>
      ) : (
        <div className="row">
          <Button size="small" busy={state === 'busy'} onClick={() => setState('asking')}>
            Send download instructions
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={state === 'asking'}
        title={`Send download instructions to ${name}?`}
        confirmLabel="Send"
        onCancel={() => setState('ready')}
        onConfirm={() => void send()}
      >
        <p>Do this when the user asks for their data. Only the user can download it.</p>
      </ConfirmDialog>
    </section>
  )
}

/** The error message; null if the mail was sent. */
async function findFailure(id: string): Promise<string | null> {
  try {
    return (await offerExport(id)) ? null : 'The mail could not be sent. Try again in a minute.'
  } catch (error) {
    return describeOnlineFailure(error)
  }
}
