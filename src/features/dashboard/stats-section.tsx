import { HouseIcon, IndianRupeeIcon, type LucideIcon, StarIcon, UsersIcon } from 'lucide-react'
import { BOOSTED_PATH, sectionPath } from '#src/config/paths.ts'
import type { Dashboard } from '#src/domain/dashboard.ts'
import { formatRupees, groupIndian } from '#src/domain/money.ts'
import type { Permission } from '#src/domain/team/permission.ts'
import { MISSING_VALUE } from '#src/domain/text.ts'
import { mayDo } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { Skeleton } from '#src/ui/layout/skeleton.tsx'
import { StatCard } from '#src/ui/layout/stat-card.tsx'

/** The figures that the role may see; '-' for those that could not be read. */
export function StatsSection({ stats, isLoading, isKnown }: StatsSectionProps) {
  const session = useSession()
  const figures = FIGURES.filter(({ key }) =>
    mayDo(session, key === 'totalRevenue' ? 'see-revenue' : 'see-figures'),
  )
  if (figures.length === 0) return null
  return (
    <section className="stats-section" aria-label="Summary">
      <div className="stat-grid">
        {figures.map(({ label, Icon, key, format, list }) => {
          const figure = isKnown ? stats[key] : undefined
          const shown = figure === undefined ? MISSING_VALUE : format(figure)
          return (
            <StatCard
              key={key}
              label={label}
              value={isLoading ? <Skeleton width="4rem" /> : shown}
              dataValue={figure}
              icon={<Icon size={14} />}
              to={mayDo(session, list.needs) ? list.path : null}
            />
          )
        })}
      </div>
    </section>
  )
}

interface StatsSectionProps {
  stats: Pick<Dashboard, (typeof FIGURES)[number]['key']>
  isLoading: boolean
  isKnown: boolean
}

const FIGURES = [
  {
    key: 'totalProperties',
    label: 'Total Properties',
    Icon: HouseIcon,
    format: groupIndian,
    list: { path: sectionPath('property'), needs: 'see-listings' },
  },
  {
    key: 'boostedProperties',
    label: 'Total Boosted Properties',
    Icon: StarIcon,
    format: groupIndian,
    list: { path: BOOSTED_PATH, needs: 'see-listings' },
  },
  {
    key: 'totalRevenue',
    label: 'Total Revenue',
    Icon: IndianRupeeIcon,
    format: formatRupees,
    list: { path: sectionPath('payments'), needs: 'see-payments' },
  },
  {
    key: 'totalUsers',
    label: 'Total Users',
    Icon: UsersIcon,
    format: groupIndian,
    list: { path: sectionPath('users'), needs: 'see-members' },
  },
] as const satisfies readonly {
  key: keyof Dashboard
  label: string
  Icon: LucideIcon
  format: (figure: number) => string
  list: { path: string; needs: Permission }
}[]
