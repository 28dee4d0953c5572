import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { addDemonstration, type DemoSignIn } from '#src/api/team/first-run-api.ts'
import { paths, sectionPath } from '#src/config/paths.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { CopyButton } from '#src/ui/two-step/copy-button.tsx'
import './first-run.css'

export interface FirstRunProps {
  /** Called before the demonstration data is added: keep this page mounted, because it then shows the demo sign-in. */
  onFill: () => void
  /** Called when the dashboard must be fetched again. */
  onDone: () => void
}

/** Shown instead of the figures while the marketplace is empty: three ways to begin. */
export function FirstRun({ onFill, onDone }: FirstRunProps) {
  const [isAsking, setIsAsking] = useState(false)
  const filling = useMutation({
    mutationFn: addDemonstration,
    networkMode: 'always',
    gcTime: 0,
  })
  if (filling.data) return <Filled signIn={filling.data} onDone={onDone} />
  return (
    <section className="first-run" aria-labelledby="first-run-title">
      <h3 className="section-title" id="first-run-title">
        Nothing here yet
      </h3>
      {filling.error && <Notice tone="negative">{describeOnlineFailure(filling.error)}</Notice>}
      <ul className="first-run-ways">
        <Way title="Import listings" text="From a CSV or Excel file, or from your own site.">
          <Link className="button" data-variant="primary" to={sectionPath('sites')}>
            Import listings
          </Link>
        </Way>
        <Way
          title="Invite your team"
          text="Reviewers, loan officers and support, each with a role."
        >
          <Link className="button" data-variant="secondary" to={sectionPath('team')}>
            Open Team
          </Link>
        </Way>
        <Way
          title="Look around first"
          text="Fill the marketplace with invented listings, users, loans and payments."
        >
          <Button busy={filling.isPending} onClick={() => setIsAsking(true)}>
            Add demonstration data
          </Button>
        </Way>
      </ul>
      <ConfirmDialog
        open={isAsking}
        title="Add demonstration data?"
        confirmLabel="Add demonstration data"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onFill()
          filling.mutate(undefined, { onError: onDone })
        }}
      >
        <p>
          It is mixed with everything that you add, and cannot be removed again. To go live later:
        </p>
        <ol className="first-run-steps">
          <li>Stop the server.</li>
          <li>
            Set <code>DATA_DIR</code> to a new, empty folder; with PostgreSQL, also{' '}
            <code>DATABASE_URL</code> to a new database.
          </li>
          <li>
            Set <code>SEED</code> to <code>none</code>, and start the server.
          </li>
        </ol>
      </ConfirmDialog>
    </section>
  )
}

function Way({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: React.ReactNode
}) {
  return (
    <Card as="li" className="panel first-run-way">
      <h4 className="first-run-title">{title}</h4>
      <p className="muted">{text}</p>
      {children}
    </Card>
  )
}

function Filled({ signIn, onDone }: { signIn: DemoSignIn; onDone: () => void }) {
  const { email, password } = signIn
  return (
    <Card as="section" className="panel stack first-run-filled" aria-labelledby="filled-title">
      <h3 className="section-title" id="filled-title" role="status">
        The demonstration data is here
      </h3>
      <p>
        To see the marketplace as an owner of listings does, sign in with this account on the{' '}
        <a href={paths.signIn}>sign-in page for owners</a>. The password is shown only now.
      </p>
      <TextInput aria-label="E-mail address" value={email} readOnly />
      <TextInput aria-label="Password" value={password} readOnly />
      <p className="row">
        <CopyButton text={password}>Copy password</CopyButton>
        <Button variant="primary" onClick={onDone}>
          Open the dashboard
        </Button>
      </p>
    </Card>
  )
}
