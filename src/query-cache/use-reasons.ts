import { listReasons, type ReasonList } from '#src/api/team/reasons-api.ts'
import { type SavedReadSource, useSavedRead } from './use-saved-read.ts'

/** The list of reasons for rejections. Saved, so that operators can choose reasons offline. */
export const REASONS: SavedReadSource<ReasonList> = { name: 'reasons', read: listReasons }

export function useReasons() {
  return useSavedRead(REASONS)
}
