import type { ImportCheck, ImportFile } from '#src/domain/import/import-file.ts'
import { BusinessFields } from '#src/features/team/sites/business-fields.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ImportColumns, NamesRowField } from './import-columns.tsx'
import { ImportTrial } from './import-trial.tsx'
import { useImportSetup } from './use-import-setup.ts'
import './import-setup.css'

interface ImportSetupProps {
  file: ImportFile
  onStarted: () => void
  onCancel: () => void
}

/** Maps columns to fields, asks for the business that owns the listings, and offers a check before the import. */
export function ImportSetup({ file, onStarted, onCancel }: ImportSetupProps) {
  const { sheet, namesRow, check, failure, ...setup } = useImportSetup(file.id, onStarted)
  return (
    <section className="panel stack import-setup" aria-label={`Import ${file.fileName}`}>
      <h4 className="team-name">{file.fileName}</h4>
      {!sheet && !failure && <p role="status">Loading the columns...</p>}
      {sheet && (
        <>
          <p className="muted">
            Choose the column of each field. Fields without a column stay empty; the reference, the
            site's own name for a listing, needs one.
          </p>
          <NamesRowField head={sheet.head} namesRow={namesRow} onChoose={setup.chooseNamesRow} />
          {namesRow !== null && (
            <ImportColumns
              {...setup.named}
              hiddenColumns={sheet.hiddenColumns}
              mapping={setup.mapping}
              questions={setup.questions}
              onChoose={setup.choose}
            />
          )}
          <div className="team-actions">
            <Button disabled={!setup.isReady} busy={setup.isChecking} onClick={setup.tryOut}>
              Try without importing
            </Button>
          </div>
          {check && <ImportTrial check={check} />}
          <div className="columns">
            <BusinessFields
              business={setup.business}
              errors={setup.errors}
              onChange={setup.setBusiness}
            />
          </div>
        </>
      )}
      {failure && <Notice tone="negative">{failure}</Notice>}
      <div className="team-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!setup.isReady}
          busy={setup.isStarting}
          onClick={setup.start}
        >
          {labelStart(file, check)}
        </Button>
      </div>
    </section>
  )
}

/** 'Import 588 of 600' after a trial that refuses rows: another row with the names leaves other rows below it. */
function labelStart(file: ImportFile, check: ImportCheck | null): string {
  const rows = (check?.rows ?? file.rows).toLocaleString('en-IN')
  if (check === null || check.refused === 0) return `Import ${rows} rows`
  return `Import ${check.accepted.toLocaleString('en-IN')} of ${rows}`
}
