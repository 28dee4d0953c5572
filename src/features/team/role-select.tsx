import { STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import { ROLE_LABELS } from '#src/domain/team/team.ts'
import { Select, type SelectProps } from '#src/ui/form/select.tsx'

export interface RoleSelectProps extends Omit<SelectProps, 'onChange'> {
  onRole: (role: StaffRole) => void
}

export function RoleSelect({ onRole, ...rest }: RoleSelectProps) {
  return (
    <Select
      {...rest}
      onChange={({ target }) => {
        const wanted = STAFF_ROLES.find((one) => one === target.value)
        if (wanted) onRole(wanted)
      }}
    >
      {STAFF_ROLES.map((one) => (
        <option key={one} value={one}>
          {ROLE_LABELS[one]}
        </option>
      ))}
    </Select>
  )
}

/** The name of a role; an unknown role of a newer server is shown as it is. */
export function labelRole(role: string): string {
  const known = STAFF_ROLES.find((one) => one === role)
  return known ? ROLE_LABELS[known] : role
}
