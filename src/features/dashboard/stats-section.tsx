import type { Dashboard } from '#src/domain/dashboard.ts'
import { formatRupees, groupIndian } from '#src/domain/money.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { StatCard } from '#src/ui/stat-card.tsx'

/** The four figures. */
export function StatsSection({ stats, isLoading }: StatsSectionProps) {
  if (isLoading) {
    return (
      <section className="section" aria-label="Summary">
        <p className="muted" role="status">
          Loading stats...
        </p>
        <div className="stat-grid">
          {PLACEHOLDERS.map((place) => (
            <Skeleton key={place} height={STAT_CARD_PX} />
          ))}
        </div>
      </section>
    )
  }
  return (
    <section className="stat-grid" aria-label="Summary">
      <StatCard
        label="Total Properties"
        value={groupIndian(stats.totalProperties)}
        dataValue={stats.totalProperties}
        icon={<Icon name="building" size={16} />}
      />
      <StatCard
        label="Total Boosted Properties"
        value={groupIndian(stats.boostedProperties)}
        dataValue={stats.boostedProperties}
        icon={<Icon name="star" size={16} />}
      />
      <StatCard
        label="Total Revenue"
        value={formatRupees(stats.totalRevenue)}
        dataValue={stats.totalRevenue}
        icon={<Icon name="rupee" size={16} />}
      />
      <StatCard
        label="Total Users"
        value={groupIndian(stats.totalUsers)}
        dataValue={stats.totalUsers}
        icon={<Icon name="users" size={16} />}
      />
    </section>
  )
}

interface StatsSectionProps {
  stats: Pick<Dashboard, 'totalProperties' | 'boostedProperties' | 'totalRevenue' | 'totalUsers'>
  isLoading: boolean
}

const PLACEHOLDERS = [1, 2, 3, 4]
const STAT_CARD_PX = 98 // as high as a StatCard, so that nothing jumps when the figures come
