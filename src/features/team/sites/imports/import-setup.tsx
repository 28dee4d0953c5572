import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportCheck,
  type ImportField,
  type ImportFile,
  type ImportMapping,
  type Sheet,
} from '#src/domain/import/import-file.ts'
import { BusinessFields } from '#src/features/team/sites/business-fields.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { useImportSetup } from './use-import-setup.ts'

const EXAMPLE_CHARS = 60 // enough to recognise a description
const ERRORS_SHOWN = 50 // enough to recognise what the errors have in common

interface ImportSetupProps {
  file: ImportFile
  onStarted: () => void
  onCancel: () => void
}

/** Maps columns to fields, asks for the business that owns the listings, and offers a check before the import. */
export function ImportSetup({ file, onStarted, onCancel }: ImportSetupProps) {
  const { sheet, mapping, check, failure, ...setup } = useImportSetup(file.id, onStarted)
  const hasReference = mapping.reference !== undefined
  return (
    <section className="panel stack" aria-label={`Import ${file.fileName}`}>
      <h4 className="team-name">{file.fileName}</h4>
      {!sheet && !failure && <p role="status">Loading the columns...</p>}
      {sheet && (
        <>
          <p className="muted">
            Choose the column of each field. Fields without a column stay empty; the reference, the
            site's own name for a listing, needs one.
          </p>
          <MappingTable sheet={sheet} mapping={mapping} onChoose={setup.choose} />
          <div className="team-actions">
            <Button disabled={!hasReference} busy={setup.isChecking} onClick={setup.tryOut}>
              Try without importing
            </Button>
          </div>
          {check && <CheckResult check={check} />}
          <BusinessFields
            business={setup.business}
            errors={setup.errors}
            onChange={setup.setBusiness}
          />
        </>
      )}
      {failure && <Notice tone="negative">{failure}</Notice>}
      <div className="team-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!sheet || !hasReference}
          busy={setup.isStarting}
          onClick={setup.start}
        >
          Import {file.rows.toLocaleString('en-IN')} rows
        </Button>
      </div>
    </section>
  )
}

interface MappingTableProps {
  sheet: Sheet
  mapping: ImportMapping
  onChoose: (field: ImportField, column: number | null) => void
}

function MappingTable({ sheet, mapping, onChoose }: MappingTableProps) {
  // Columns may have equal names: the index identifies them.
  const options = sheet.columns.map((name, column) => ({ name, column }))
  return (
    <div className="columns">
      {IMPORT_FIELDS.map((field) => {
        const column = mapping[field]
        const example = column === undefined ? '' : sheet.sample[0]?.[column]
        return (
          <Field key={field} label={IMPORT_LABELS[field]} hint={example?.slice(0, EXAMPLE_CHARS)}>
            {(input) => (
              <Select
                {...input}
                value={column ?? ''}
                onChange={({ target: { value } }) =>
                  onChoose(field, value === '' ? null : Number(value))
                }
              >
                <option value="">No column</option>
                {options.map(({ name, column: index }) => (
                  <option key={index} value={index}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )
      })}
    </div>
  )
}

function CheckResult({ check: { rows, refused, errors } }: { check: ImportCheck }) {
  const good = (rows - refused).toLocaleString('en-IN')
  if (refused === 0) return <Notice tone="positive">All {good} rows can be imported.</Notice>
  return (
    <div className="stack">
      <Notice tone="caution">
        {good} rows can be imported, {refused.toLocaleString('en-IN')} cannot. Import the rest now,
        and download the refused rows afterwards to correct them.
      </Notice>
      <ul aria-label="Rows that cannot be imported">
        {errors.slice(0, ERRORS_SHOWN).map(({ row, column, error }) => (
          <li key={`${row} ${column} ${error}`}>
            Row {row}
            {column === null ? '' : `, ${column}`}: {error}
          </li>
        ))}
      </ul>
    </div>
  )
}
