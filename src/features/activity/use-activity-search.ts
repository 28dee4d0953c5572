import { useMemo } from 'react'
import type { ActivitySearch } from '#src/api/team/activity-api.ts'
import { useUrlParam } from '#src/ui/address/use-url-param.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { rangeOfDays } from './activity-queries.ts'

/** The filters of the screen. They are stored in the URL, so that Back, a reload and a shared link keep them. */
export function useActivitySearch() {
  const [device, setDevice] = useUrlText('device')
  const [action, setAction] = useUrlParam('kind')
  const [actorId, setActorId] = useUrlParam('by')
  const [listingId, setListingId] = useUrlParam('listing')
  const [from, setFrom] = useUrlParam('from')
  const [to, setTo] = useUrlParam('to')
  const search = useMemo<ActivitySearch>(
    () => ({ action, actorId, listingId, device: device.trim(), ...rangeOfDays(from, to) }),
    [action, actorId, listingId, device, from, to],
  )
  const setters = {
    device: setDevice,
    kind: setAction,
    by: setActorId,
    listing: setListingId,
    from: setFrom,
    to: setTo,
  }
  const values = { device, kind: action, by: actorId, from, to }
  const given = { ...values, listing: listingId }
  return {
    search,
    /** The values as typed and chosen. */
    values,
    isSet: Object.values(given).some(Boolean),
    clear(): void {
      for (const setter of Object.values(setters)) setter('')
    },
    set: (name: keyof typeof setters, value: string) => setters[name](value),
  }
}

export type ActivityForm = ReturnType<typeof useActivitySearch>
