/** What two adverts of one property can have in common. */
export const SAME_THINGS = ['photos', 'video', 'owner', 'phone', 'place', 'price', 'text'] as const
export type SameThing = (typeof SAME_THINGS)[number]
