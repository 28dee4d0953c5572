import type { ReactNode } from 'react'

/** Something to open or to do. The app defines the sections and its own actions; the palette adds views and the open listing. */
export interface PaletteCommand {
  id: string
  group: 'On this property' | 'Go to' | 'Views' | 'Actions'
  label: string
  detail?: string
  icon?: ReactNode
  /** Its key outside of the palette, as on a keycap. */
  keycap?: string
  /** Other words to find it by. */
  words?: string
  /** The address that it opens. */
  to?: string
  run?: () => void
}
