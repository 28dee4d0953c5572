import { useEffect, useSyncExternalStore } from 'react'
import { REASON_REQUIRED } from '#src/outbox/kinds/listing/listing-words.ts'
import { useOutbox, useOutboxParts } from '#src/outbox/use-outbox.ts'
import { useReasons } from '#src/query-cache/use-reasons.ts'
import { ReasonQuestionSheet } from './reason-question.tsx'

/**
 * Fetches the list of reasons, which saves it on the device for offline reviews, and asks for the reason of a rejection
 * where the list says that it is required. Mounted once, over all screens on which listings are decided.
 */
export function ReasonGate() {
  const { questions } = useOutbox()
  const { outcomes } = useOutboxParts()
  const { value, refetch } = useReasons()
  const question = useSyncExternalStore(questions.subscribe, questions.get)
  const isRequired = value?.isRequired ?? false
  useEffect(() => {
    questions.setRequired(isRequired)
    return () => questions.setRequired(false)
  }, [questions, isRequired])
  useEffect(() => () => questions.get()?.cancel(), [questions])
  // The server refused a rejection without a reason: this device does not know the rule yet.
  useEffect(
    () =>
      outcomes.subscribe(({ change }) => {
        if (change.lastError?.code === REASON_REQUIRED) refetch()
      }),
    [outcomes, refetch],
  )
  if (!question) return null
  const key = question.listings.map(({ id }) => id).join()
  return <ReasonQuestionSheet key={key} question={question} />
}
