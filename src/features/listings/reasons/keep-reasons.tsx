import { useReasons } from '#src/query-cache/use-reasons.ts'

/** Reads the list of reasons, so that it is saved for a review without a network; renders nothing. */
export function KeepReasons() {
  useReasons()
  return null
}
