import { type ColumnQuestions, sayQuestion } from '#src/domain/import/column-guess.ts'
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportMapping,
  type ImportSheet,
} from '#src/domain/import/import-file.ts'
import { shorten } from '#src/domain/import/stored-values.ts'
import { Field } from '#src/ui/form/field.tsx'
import { Select } from '#src/ui/form/select.tsx'

interface NamesRowFieldProps {
  head: ImportSheet['head']
  /** Null if the person has to choose. */
  namesRow: number | null
  onChoose: (row: number | null) => void
}

/** Asks which row has the names of the columns: the rows above it may have a title. */
export function NamesRowField({ head, namesRow, onChoose }: NamesRowFieldProps) {
  const hint = namesRow === null ? 'The first row may be a title. Choose the row.' : undefined
  return (
    <Field label="Row with the names of the columns" hint={hint}>
      {(input) => (
        <Select
          {...input}
          value={namesRow ?? ''}
          onChange={({ target: { value } }) => onChoose(value === '' ? null : Number(value))}
        >
          {namesRow === null && <option value="">Choose a row</option>}
          {head.map(({ row, cells }) => (
            <option key={row} value={row}>
              {`Row ${row}: ${shorten(cells.filter(Boolean).join(', '))}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface ImportColumnsProps {
  columns: readonly string[]
  sample: ImportSheet['sample']
  hiddenColumns: readonly number[]
  mapping: ImportMapping
  questions: ColumnQuestions
  onChoose: (field: ImportField, column: number | null) => void
}

/** A choice of the column of each field. */
export function ImportColumns({ columns, mapping, onChoose, ...sheet }: ImportColumnsProps) {
  const options = columns.map((name, column) => ({
    column,
    label: sheet.hiddenColumns.includes(column) ? `${name} (hidden)` : name,
  }))
  return (
    <div className="columns">
      {IMPORT_FIELDS.map((field) => (
        <Field key={field} label={IMPORT_LABELS[field]} hint={findHint(field, mapping, sheet)}>
          {(input) => (
            <Select
              {...input}
              value={mapping[field] ?? ''}
              onChange={({ target: { value } }) =>
                onChoose(field, value === '' ? null : Number(value))
              }
            >
              <option value="">No column</option>
              {options.map(({ column, label }) => (
                <option key={column} value={column}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
  )
}

/** A text of the column; without a column, what the person is asked about it. */
function findHint(
  field: ImportField,
  mapping: ImportMapping,
  { sample, questions }: Pick<ImportColumnsProps, 'sample' | 'questions'>,
): string | undefined {
  const column = mapping[field]
  if (column !== undefined) return shorten(sample[0]?.[column] ?? '')
  const question = questions[field]
  return question && sayQuestion(question, sample)
}
