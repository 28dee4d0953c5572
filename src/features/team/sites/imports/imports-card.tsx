import { useRef, useState } from 'react'
import { formatDateTime } from '#src/domain/dates.ts'
import { doneRowsOf, type ImportFile } from '#src/domain/import/import-file.ts'
import { displayName } from '#src/domain/text.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ImportSetup } from './import-setup.tsx'
import { useImports } from './use-imports.ts'

const KINDS = '.csv,.xlsx,.tsv,.txt,text/csv'

/** Files of listings: choose a file, see its progress, download its refused rows. */
export function ImportsCard() {
  const { files, failure, openId, ...state } = useImports()
  const [discarding, setDiscarding] = useState<ImportFile | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const opened = files?.find(({ id, state: at }) => id === openId && at === 'ready')
  return (
    <Card as="section" aria-labelledby="imports-title">
      <h3 className="section-title team-title" id="imports-title">
        Files of listings
      </h3>
      <p className="panel muted">
        Import the listings of a business from a CSV or XLSX file, up to 20 MB and 50,000 rows. A
        row above the listings has the names of the columns. The listings wait for review.
      </p>
      {failure && <Notice tone="negative">{failure}</Notice>}
      {files && files.length > 0 && (
        <ul className="team-list" aria-labelledby="imports-title">
          {files.map((file) => (
            <ImportRow
              key={file.id}
              file={file}
              onContinue={file.id === opened?.id ? null : () => state.open(file.id)}
              onDiscard={() => setDiscarding(file)}
              onDownload={() => state.downloadRefused(file.id)}
            />
          ))}
        </ul>
      )}
      {opened && (
        <ImportSetup
          key={opened.id}
          file={opened}
          onStarted={state.finish}
          onCancel={() => state.open(null)}
        />
      )}
      <div className="team-actions panel">
        <input
          ref={input}
          type="file"
          accept={KINDS}
          aria-label="File of listings"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) state.send(file)
            target.value = '' // the same file can be chosen again, once it is corrected
          }}
        />
        <Button
          variant={opened ? 'secondary' : 'primary'}
          busy={state.isSending}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
      </div>
      <ConfirmDialog
        open={discarding !== null}
        title={`Discard ${discarding?.fileName}?`}
        confirmLabel="Discard"
        tone="danger"
        onCancel={() => setDiscarding(null)}
        onConfirm={() => {
          if (discarding) state.discard(discarding.id)
          setDiscarding(null)
        }}
      >
        <p>The file and its refused rows are deleted here. Imported listings stay.</p>
      </ConfirmDialog>
    </Card>
  )
}

interface ImportRowProps {
  file: ImportFile
  /** Null while the file's columns are being chosen. */
  onContinue: (() => void) | null
  onDiscard: () => void
  onDownload: () => void
}

function ImportRow({ file, onContinue, onDiscard, onDownload }: ImportRowProps) {
  const { fileName, state, refused, rows } = file
  const done = doneRowsOf(file)
  return (
    <li className="team-row sites-row">
      <div>
        <p>
          <strong className="team-name">{fileName}</strong>
        </p>
        <p className="muted">
          {`${state === 'ready' ? '' : `${displayName(file.business)} · `}${rows.toLocaleString('en-IN')} rows · ${formatDateTime(file.createdAt)}`}
        </p>
        {state === 'running' && (
          <p className="row" role="status">
            <progress aria-label={`Progress of ${fileName}`} max={rows} value={done} />
            <span>{done.toLocaleString('en-IN')}</span> of{' '}
            <span>{rows.toLocaleString('en-IN')}</span> imported
          </p>
        )}
        {state === 'done' && <p>{describeResult(file)}</p>}
      </div>
      <div className="team-actions">
        {state === 'ready' && onContinue && (
          <Button aria-label={`Choose columns of ${fileName}`} onClick={onContinue}>
            Choose columns
          </Button>
        )}
        {refused > 0 && state === 'done' && (
          <Button aria-label={`Download refused rows of ${fileName}`} onClick={onDownload}>
            Download refused rows
          </Button>
        )}
        {state !== 'running' && (
          <Button aria-label={`Discard ${fileName}`} onClick={onDiscard}>
            Discard
          </Button>
        )}
      </div>
    </li>
  )
}

function describeResult({ created, updated, unchanged, refused }: ImportFile): string {
  const parts = [
    [created, 'created'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    [refused, 'refused'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en-IN')} ${word}`)
    .join(', ')
}
