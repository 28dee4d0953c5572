import { barePhone, toIndianMobile } from '#src/domain/account/phone-number.ts'
import type { Listing } from './listing.ts'

// Links to a listing's owner and place. They open apps of the device, so they work without a network too.

export interface ContactLinks {
  call: string | null
  whatsApp: string | null
  directions: string | null
}

/** A link is null if the listing has not what it needs, or the role does not see it. `opensGeo`: as on Android. */
export function contactLinksOf(
  { ownerPhone, city, pincode }: Pick<Listing, 'ownerPhone' | 'city' | 'pincode'>,
  opensGeo: boolean,
): ContactLinks {
  const bare = barePhone(ownerPhone ?? '')
  const dialled = bare.replace(/[^\d+]/g, '')
  const mobile = toIndianMobile(bare)
  const place = [city, pincode].filter(Boolean).join(', ')
  return {
    call: dialled === '' ? null : `tel:${dialled}`,
    // wa.me takes the number with its country code, and only digits.
    whatsApp: mobile === null ? null : `https://wa.me/${mobile.replace(/\D/g, '')}`,
    directions: place === '' ? null : toMap(place, opensGeo),
  }
}

/** Only Android opens geo: addresses (RFC 5870) with a search; other devices get a page that their maps app takes over. */
function toMap(place: string, opensGeo: boolean): string {
  const query = encodeURIComponent(`${place}, India`)
  return opensGeo
    ? `geo:0,0?q=${query}`
    : `https://www.google.com/maps/search/?api=1&query=${query}`
}
