import { type ImportCheck, sayRowError } from '#src/domain/import/import-file.ts'
import { Notice } from '#src/ui/layout/notice.tsx'

const ERRORS_SHOWN = 50 // enough to recognise what the errors have in common

/** What an import would store, leave out and refuse. */
export function ImportTrial({ check }: { check: ImportCheck }) {
  const { rows, accepted, refused, notes, examples, errors } = check
  const good = accepted.toLocaleString('en-IN')
  const used = examples.filter(({ field }) => field !== null)
  return (
    <div className="stack">
      {refused === 0 ? (
        <Notice tone="positive">{`All ${good} rows can be imported.`}</Notice>
      ) : (
        <Notice tone="caution">
          {`${good} of ${rows.toLocaleString('en-IN')} rows can be imported, ${refused.toLocaleString('en-IN')} cannot. Import the rest now, and download the refused rows afterwards to correct them.`}
        </Notice>
      )}
      {notes.length > 0 && (
        <ul aria-label="What is not imported">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {accepted > 0 && (
        <>
          <p className="muted">Two values of each column, as they would be stored:</p>
          <ul aria-label="Values as they would be stored">
            {used.map(({ column, field, values }) => (
              <li key={`${column} ${field}`}>
                {`${column} → ${field}: ${values.length > 0 ? values.join(' · ') : 'no value'}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {errors.length > 0 && (
        <ul aria-label="Rows that cannot be imported">
          {errors.slice(0, ERRORS_SHOWN).map((error) => (
            <li key={`${error.row} ${error.column} ${error.error}`}>{sayRowError(error)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
