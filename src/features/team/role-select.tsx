import { STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import { ROLE_LABELS } from '#src/domain/team/role-labels.ts'
import { DecidingSelect } from '#src/ui/form/deciding-select.tsx'
import { Select, type SelectProps } from '#src/ui/form/select.tsx'

export interface RoleSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  value: string
  /** Whether a choice has an effect at once, instead of with the rest of its form. */
  isDeciding?: boolean
  onRole: (role: StaffRole) => void
}

export function RoleSelect({ isDeciding = false, onRole, ...rest }: RoleSelectProps) {
  function choose(value: string) {
    const wanted = STAFF_ROLES.find((one) => one === value)
    if (wanted) onRole(wanted)
  }

  if (isDeciding)
    return (
      <DecidingSelect {...rest} onDecide={choose}>
        {ROLE_OPTIONS}
      </DecidingSelect>
    )
  return (
    <Select {...rest} onChange={({ target }) => choose(target.value)}>
      {ROLE_OPTIONS}
    </Select>
  )
}

const ROLE_OPTIONS = STAFF_ROLES.map((one) => (
  <option key={one} value={one}>
    {ROLE_LABELS[one]}
  </option>
))

/** The name of a role; an unknown role of a newer server is shown as it is. */
export function labelRole(role: string): string {
  const known = STAFF_ROLES.find((one) => one === role)
  return known ? ROLE_LABELS[known] : role
}
