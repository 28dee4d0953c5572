import { memo, type SVGProps } from 'react'

/** A line icon in the colour of the text beside it. It is decoration: the words carry the meaning. */
export const Icon = memo(function Icon({ name, size = 20, ...rest }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      data-icon={name}
      {...rest}
    >
      <path d={PATHS[name]} />
    </svg>
  )
})

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: IconName
  /** CSS pixels, both ways. */
  size?: number
}

export type IconName = keyof typeof PATHS

const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  dashboard: 'M4 5h7v6H4zM13 5h7v10h-7zM4 13h7v6H4zM13 17h7v2h-7z',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.6-3.2 3.2-5 6.5-5s5.9 1.8 6.5 5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.8c1.9.7 3.1 2.4 3.5 4.7',
  building: 'M5 20V5.5L13 3v17M13 9l6 2v9M3 20h18M8 8h2M8 12h2M8 16h2M16 14.5v0M16 17v0',
  bank: 'M4 9.5L12 4l8 5.5zM6 9.5V17M10 9.5V17M14 9.5V17M18 9.5V17M4 17h16M3 20h18',
  shield: 'M12 3l7.5 2.8V11c0 4.6-3 8.2-7.5 10C7.5 19.2 4.5 15.6 4.5 11V5.8z',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  logout: 'M10 4H5v16h5M9.5 12H20M16.5 8.5L20 12l-3.5 3.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  undo: 'M8.5 5L4 9.5 8.5 14M4 9.5h9.5a5.5 5.5 0 0 1 0 11H9',
  refresh:
    'M20 5v5h-5M4 19v-5h5M5.3 9.5A7.3 7.3 0 0 1 18.5 8l1.5 2M18.7 14.5A7.3 7.3 0 0 1 5.5 16L4 14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  cloud: 'M7 18.5a4.5 4.5 0 0 1-.4-9A6 6 0 0 1 18 10.5a4 4 0 0 1-.5 8z',
  'cloud-off': 'M4 4l16 16M9 6.2a6 6 0 0 1 9 4.3 4 4 0 0 1 2.6 6.5M16.5 18.5H7a4.5 4.5 0 0 1-.4-9',
  warning: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5.5M12 7.8v.1',
  sort: 'M8 9.5L12 5.5l4 4M8 14.5l4 4 4-4',
  eye: 'M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  'eye-off':
    'M4 4l16 16M9.5 6.3A10 10 0 0 1 12 6c4 0 7.5 2 9.5 6a13 13 0 0 1-2.6 3.5M6.2 7.7A12 12 0 0 0 2.5 12c2 4 5.5 6 9.5 6a10 10 0 0 0 4-.8M10 10a2.8 2.8 0 0 0 4 4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  device: 'M7 3h10v18H7zM11 18h2',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h4.5l1.5 3h4l1.5-3H20',
  install: 'M12 4v10.5M7.5 10.5L12 15l4.5-4.5M4.5 19.5h15',
  share: 'M12 14.5V3.5M8 7.5l4-4 4 4M8 11H5.5v10h13V11H16',
  'add-to-home':
    'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM12 8.5v7M8.5 12h7',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  star: 'M12 4l2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8z',
  'wifi-slow': 'M12 18.5v.1M8.5 14.5a5 5 0 0 1 7 0M3 8.8a13 13 0 0 1 18 0M5.8 11.7a9 9 0 0 1 4-2.3',
  plus: 'M12 5v14M5 12h14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  swap: 'M7 4L3.5 7.5 7 11M3.5 7.5H17M17 13l3.5 3.5L17 20M20.5 16.5H7',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  pin: 'M9 4h6l-.8 6 3.3 3.5h-11L9.8 10zM12 13.5V20',
  spinner: 'M12 3.5a8.5 8.5 0 1 1-8.5 8.5',
  rupee: 'M7 5h10M7 9.5h10M7 5h3.5a4.5 4.5 0 0 1 0 9H7l7 6.5',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7',
} as const
