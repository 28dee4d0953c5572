import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { ApiError } from '#src/api/api-error.ts'
import {
  findReviewRules,
  previewCalendar,
  type ReviewRules,
  replaceCalendar,
} from '#src/api/team/review-rules-api.ts'
import { minuteOf, WEEKDAYS, type WorkCalendar } from '#src/domain/due/work-calendar.ts'
import { WorkCalendarSchema } from '#src/domain/due/work-calendar-schema.ts'
import { describeTeamFailure } from '#src/features/team/use-team.ts'
import { useUserId } from '#src/session/use-session.ts'

/** How the team reviews, as the server has it. */
export function useRules() {
  const queryKey = ['found', useUserId(), 'review-rules']
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ReviewRules> => {
      const answer = await findReviewRules({ etag: null, signal })
      // Null means a 304, which cannot happen: this request sends no ETag.
      if (!answer) throw new ApiError({ kind: 'no-answer' })
      return answer.data
    },
    staleTime: 0,
    gcTime: 0,
  })
  return { queryKey, data, error }
}

/** The working hours as the server has them, a draft of new ones, and what the draft would change. All needs a network. */
export function useHours() {
  const client = useQueryClient()
  const { queryKey, data, error } = useRules()
  const [draft, setDraft] = useState<WorkCalendar | null>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  const preview = useMutation({ mutationFn: previewCalendar, networkMode: 'always' })
  const save = useMutation({
    mutationFn: ({ next, version }: { next: WorkCalendar; version: string }) =>
      replaceCalendar(next, version),
    // Reload after a refusal too: another owner may have changed them.
    onSettled: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })

  function change(next: WorkCalendar | null) {
    setDraft(next)
    setMistake(null)
    preview.reset()
    save.reset()
  }

  function ask() {
    if (!draft) return
    const read = v.safeParse(WorkCalendarSchema, sorted(draft))
    setMistake(read.success ? null : read.issues[0].message)
    if (read.success) preview.mutate(read.output)
  }

  function store() {
    if (!data || !preview.variables) return
    save.mutate(
      { next: preview.variables, version: data.version },
      { onSuccess: () => change(null) },
    )
  }

  const failure = save.error ?? preview.error
  return {
    known: data,
    shown: draft ?? data?.calendar,
    isChanged: draft !== null,
    change,
    ask,
    store,
    /** What the draft would change, once it was asked for. */
    preview: preview.data,
    isAsking: preview.isPending,
    isSaving: save.isPending,
    readFailure: error && describeTeamFailure(error),
    failure: mistake ?? (failure && describeTeamFailure(failure)),
  }
}

export type Hours = ReturnType<typeof useHours>

/** In the order that the server requires. */
function sorted({ week, holidays }: WorkCalendar): WorkCalendar {
  const next = { ...week }
  for (const day of WEEKDAYS)
    next[day] = week[day].toSorted((one, other) => minuteOf(one.from) - minuteOf(other.from))
  return { week: next, holidays: [...new Set(holidays)].sort() }
}
