import { CheckIcon, ClockIcon, type LucideIcon, Trash2Icon, XIcon } from 'lucide-react'

/** The icon of a command, by the name that its definition has. */
export function CommandIcon({ name, size = 16 }: CommandIconProps) {
  const Icon = ICONS[name]
  return <Icon size={size} />
}

const ICONS = {
  check: CheckIcon,
  x: XIcon,
  clock: ClockIcon,
  trash: Trash2Icon,
} as const satisfies Record<string, LucideIcon>

interface CommandIconProps {
  name: keyof typeof ICONS
  /** CSS pixels. */
  size?: number
}
