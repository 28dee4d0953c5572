import { HouseIcon, IndianRupeeIcon, type LucideIcon, StarIcon, UsersIcon } from 'lucide-react'
import type { Dashboard } from '#src/domain/dashboard.ts'
import { formatRupees, groupIndian } from '#src/domain/money.ts'
import { MISSING_VALUE } from '#src/domain/text.ts'
import { Skeleton } from '#src/ui/layout/skeleton.tsx'
import { StatCard } from '#src/ui/layout/stat-card.tsx'

/** The four figures; none if they could not be read. */
export function StatsSection({ stats, isLoading, isKnown }: StatsSectionProps) {
  const show = (figure: string) => (isKnown ? figure : MISSING_VALUE)
  return (
    <section className="stats-section" aria-label="Summary">
      <div className="stat-grid">
        {FIGURES.map(({ label, Icon, key, format }) => (
          <StatCard
            key={key}
            label={label}
            value={isLoading ? <Skeleton width="4rem" /> : show(format(stats[key]))}
            dataValue={isKnown ? stats[key] : undefined}
            icon={<Icon size={14} />}
          />
        ))}
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
  { key: 'totalProperties', label: 'Total Properties', Icon: HouseIcon, format: groupIndian },
  {
    key: 'boostedProperties',
    label: 'Total Boosted Properties',
    Icon: StarIcon,
    format: groupIndian,
  },
  { key: 'totalRevenue', label: 'Total Revenue', Icon: IndianRupeeIcon, format: formatRupees },
  { key: 'totalUsers', label: 'Total Users', Icon: UsersIcon, format: groupIndian },
] as const satisfies readonly {
  key: keyof Dashboard
  label: string
  Icon: LucideIcon
  format: (figure: number) => string
}[]
