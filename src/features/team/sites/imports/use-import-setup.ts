import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import {
  type ColumnChoice,
  checkImport,
  readImport,
  startImport,
} from '#src/api/team/imports-api.ts'
import { BusinessSchema } from '#src/domain/api-key.ts'
import { guessColumns, labelColumns } from '#src/domain/import/column-guess.ts'
import type { ImportField, ImportMapping, ImportSheet } from '#src/domain/import/import-file.ts'
import { NO_BUSINESS, toBusiness } from '#src/features/team/sites/business-fields.tsx'
import { useUserId } from '#src/session/use-session.ts'

const NO_COLUMNS = { columns: [], sample: [] }

/**
 * Maps the columns of a file that the server has stored, checks it without importing, and starts its import. A failure
 * keeps the chosen columns.
 */
export function useImportSetup(id: string, onStarted: () => void) {
  const [chosenRow, setChosenRow] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ImportMapping | null>(null)
  const [business, setBusiness] = useState(NO_BUSINESS)
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({})
  const { data: sheet, error } = useQuery({
    queryKey: ['found', useUserId(), 'imports', id],
    queryFn: ({ signal }) => readImport(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const namesRow = chosenRow ?? sheet?.namesRow ?? null
  const named = sheet && namesRow !== null ? nameColumns(sheet, namesRow) : NO_COLUMNS
  const guess = guessColumns(named.columns, sheet?.hiddenColumns)
  const mapping = chosen ?? guess.mapping
  const options = { networkMode: 'always', gcTime: 0 } as const
  const checking = useMutation({
    mutationFn: (wanted: ColumnChoice) => checkImport(id, wanted),
    ...options,
  })
  const starting = useMutation({
    mutationFn: (order: Parameters<typeof startImport>[1]) => startImport(id, order),
    onSuccess: onStarted,
    ...options,
  })
  const failed = starting.error ?? checking.error ?? error
  const wanted = namesRow !== null && mapping.reference !== undefined ? { mapping, namesRow } : null
  return {
    sheet,
    /** Null until a person has chosen the row with the names of the columns. */
    namesRow,
    named,
    mapping,
    questions: guess.questions,
    /** Whether the file can be checked and imported. */
    isReady: wanted !== null,
    business,
    setBusiness,
    errors: {
      ...(starting.error instanceof ApiError ? starting.error.fields : {}),
      ...mistakes,
    },
    failure: failed && describeOnlineFailure(failed),
    /** The result of checking the file with the chosen columns; null until it is checked. */
    check: checking.data ?? null,
    isChecking: checking.isPending,
    isStarting: starting.isPending,
    chooseNamesRow(row: number | null) {
      checking.reset()
      setChosen(null)
      setChosenRow(row)
    },
    choose(field: ImportField, column: number | null) {
      const { [field]: _, ...rest } = mapping
      checking.reset()
      setChosen(column === null ? rest : { ...rest, [field]: column })
    },
    tryOut() {
      starting.reset()
      if (wanted) checking.mutate(wanted)
    },
    start() {
      const read = v.safeParse(BusinessSchema, toBusiness(business))
      setMistakes(read.success ? {} : mistakesOf(read.issues))
      if (wanted && read.success) starting.mutate({ ...wanted, business: read.output })
    },
  }
}

/** The columns by the names in this row, and the rows below it. */
function nameColumns({ head, ...sheet }: ImportSheet, namesRow: number) {
  if (namesRow === sheet.namesRow) return { columns: sheet.columns, sample: sheet.sample }
  const names = head.find(({ row }) => row === namesRow)
  return {
    columns: labelColumns(names?.cells ?? []),
    sample: head.filter(({ row }) => row > namesRow).map(({ cells }) => cells),
  }
}

function mistakesOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  return Object.fromEntries(
    [...issues].reverse().map(({ path, message }) => [String(path?.[0]?.key), message]),
  )
}
