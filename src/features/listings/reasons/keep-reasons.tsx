import { useReasons } from '#src/query-cache/use-reasons.ts'

/** Fetches the list of reasons, which saves it on the device for offline reviews; renders nothing. */
export function KeepReasons() {
  useReasons()
  return null
}
