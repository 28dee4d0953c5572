export interface Walkthrough {
  slug: string
  title: string
  rooms: 'flat' | 'studio' | 'villa' | 'pg' | 'office' | 'shop' | 'warehouse'
  video: string
  poster: string
}

export const WALKTHROUGHS: readonly Walkthrough[] = [
  walkthrough('sea-view-living-room', 'Sea-view living room', 'flat'),
  walkthrough('modular-kitchen', 'Modular kitchen and dining', 'flat'),
  walkthrough('master-bedroom', 'Master bedroom', 'flat'),
  walkthrough('kids-room', "Children's room with a bunk bed", 'flat'),
  walkthrough('studio-apartment', 'Studio apartment', 'studio'),
  walkthrough('garden-villa-hall', 'Double-height villa hall', 'villa'),
  walkthrough('terrace-garden', 'Terrace garden in the evening', 'villa'),
  walkthrough('courtyard-haveli', 'Haveli courtyard', 'villa'),
  walkthrough('pg-shared-room', 'Shared PG room with three beds', 'pg'),
  walkthrough('office-floor', 'Office floor with a glass cabin', 'office'),
  walkthrough('retail-shop', 'Street-facing retail shop', 'shop'),
  walkthrough('auction-warehouse', 'Warehouse under auction', 'warehouse'),
]

export const PORTRAITS: readonly string[] = Array.from(
  { length: 24 },
  (_, index) => `/media/people/p${String(index + 1).padStart(2, '0')}.webp`,
)

function walkthrough(slug: string, title: string, rooms: Walkthrough['rooms']): Walkthrough {
  return {
    slug,
    title,
    rooms,
    video: `/media/videos/${slug}.mp4`,
    poster: `/media/posters/${slug}.jpg`,
  }
}
