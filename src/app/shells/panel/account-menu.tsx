import { LogOutIcon, SmartphoneIcon, UserIcon } from 'lucide-react'
import { sectionPath } from '#src/config/paths.ts'
import { nameRole } from '#src/domain/team/role-labels.ts'
import { displayName } from '#src/domain/text.ts'
import { useSession } from '#src/session/use-session.ts'
import { Menu } from '#src/ui/menu/menu.tsx'
import { MenuChoice, MenuItem, MenuLink } from '#src/ui/menu/menu-item.tsx'
import { chooseTheme, THEME_LABELS, THEMES, useTheme } from '#src/ui/styles/theme.ts'
import './account-menu.css'

interface AccountMenuProps {
  onDevice: () => void
  onSignOut: () => void
}

/** Shows in the header who is signed in, and opens the menu of that person: account, device, theme, sign-out. */
export function AccountMenu({ onDevice, onSignOut }: AccountMenuProps) {
  const session = useSession()
  const theme = useTheme()
  if (!session) return null
  const { account, rights, takesKeys } = session
  const name = displayName(rights?.name ?? account?.fullName)
  const roleName = nameOfRole(rights?.role ?? account?.staffRole ?? null)
  return (
    <Menu
      label={`${name}, ${roleName}`}
      className="account-menu"
      face={
        <>
          <span className="account-menu-initials" data-initials={initialsOf(name)} />
          <span className="account-menu-who">
            <strong>{name}</strong> <span>{roleName}</span>
          </span>
        </>
      }
      heading={
        <>
          <p>
            <strong>{name}</strong> <span className="muted">{roleName}</span>
          </p>
          {account?.email && <p className="muted">{account.email}</p>}
        </>
      }
    >
      {/* A server without idempotency keys is a bare backend, which has no calls for the operator's own account. */}
      {takesKeys && (
        <MenuLink icon={<UserIcon size={16} />} to={sectionPath('account')}>
          Your account
        </MenuLink>
      )}
      <MenuItem icon={<SmartphoneIcon size={16} />} onSelect={onDevice}>
        This device
      </MenuItem>
      <hr className="menu-separator" />
      {THEMES.map((one) => (
        <MenuChoice key={one} isChosen={one === theme} onChoose={() => chooseTheme(one)}>
          {THEME_LABELS[one]}
        </MenuChoice>
      ))}
      <hr className="menu-separator" />
      <MenuItem icon={<LogOutIcon size={16} />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  )
}

/** A bare backend names no role: its one operator is the specification's "Admin". */
function nameOfRole(role: string | null): string {
  return role === null ? 'Admin' : nameRole(role)
}

/** The first letters of the first and the last word: 'AR' of 'Asha Rao'. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
