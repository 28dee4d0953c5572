import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { checkImport, readImport, startImport } from '#src/api/team/imports-api.ts'
import { BusinessSchema } from '#src/domain/api-key.ts'
import { guessMapping } from '#src/domain/import/column-guess.ts'
import type { ImportField, ImportMapping } from '#src/domain/import/import-file.ts'
import { NO_BUSINESS, toBusiness } from '#src/features/team/sites/business-fields.tsx'
import { useUserId } from '#src/session/use-session.ts'

/**
 * Maps the columns of a file that the server has stored, checks it without importing, and starts its import. A failure
 * keeps the chosen columns.
 */
export function useImportSetup(id: string, onStarted: () => void) {
  const [chosen, setChosen] = useState<ImportMapping | null>(null)
  const [business, setBusiness] = useState(NO_BUSINESS)
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({})
  const { data: sheet, error } = useQuery({
    queryKey: ['found', useUserId(), 'imports', id],
    queryFn: ({ signal }) => readImport(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const mapping = chosen ?? (sheet ? guessMapping(sheet.columns) : {})
  const options = { networkMode: 'always', gcTime: 0 } as const
  const checking = useMutation({
    mutationFn: (wanted: ImportMapping) => checkImport(id, wanted),
    ...options,
  })
  const starting = useMutation({
    mutationFn: (order: Parameters<typeof startImport>[1]) => startImport(id, order),
    onSuccess: onStarted,
    ...options,
  })
  const failed = starting.error ?? checking.error ?? error
  return {
    sheet,
    mapping,
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
    choose(field: ImportField, column: number | null) {
      const { [field]: _, ...rest } = mapping
      checking.reset()
      setChosen(column === null ? rest : { ...rest, [field]: column })
    },
    tryOut() {
      starting.reset()
      checking.mutate(mapping)
    },
    start() {
      const read = v.safeParse(BusinessSchema, toBusiness(business))
      setMistakes(read.success ? {} : mistakesOf(read.issues))
      if (read.success) starting.mutate({ mapping, business: read.output })
    },
  }
}

function mistakesOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  return Object.fromEntries(
    [...issues].reverse().map(({ path, message }) => [String(path?.[0]?.key), message]),
  )
}
