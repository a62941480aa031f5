'use client'
import Link from '@/components/ui/link'
import { useTabLocation } from '@/components/ui/tab-port'
import { noValue } from '@/components/ui/texts'
import { useSession } from '@/lib/client/session'
import { type MilestoneCode, workersOf } from '@/lib/domains/identity/rules/milestones'
import { rolesWith } from '@/lib/domains/identity/rules/roles'
import { useT } from '@/lib/i18n/use-t'
import { type MilestoneOrder, milestonePlace } from './milestone-place'

/** Everything that is still missing before the release, in one line. */
export function MissingInShort({
  codes,
  conditions,
  unchecked,
}: {
  codes: readonly MilestoneCode[]
  /** The number of conditions of its approval that are not met. */
  conditions: number
  /** The number of receipts and refunds of its first payment that wait for their checker. */
  unchecked: number
}) {
  const t = useT()
  const parts = codes.map((code) => t(`order.milestone.${code}`))
  if (conditions > 0) parts.push(t('releases.openConditions', { count: conditions }))
  if (unchecked > 0) parts.push(t('releases.uncheckedReceipts', { count: unchecked }))
  return parts.length === 0 ? noValue : parts.join(t('ui.separator'))
}

/** The people who can clear what is missing, each once. */
export function WhoClears({ codes }: { codes: readonly MilestoneCode[] }) {
  const t = useT()
  const roles = new Set(codes.flatMap(workersOf).flatMap(rolesWith))
  if (roles.size === 0) return noValue
  return [...roles].map((role) => t(`details.roles.${role}`)).join(t('ui.separator'))
}

/** Everything that is still missing before the release, and who can clear it; for him the way there. */
export function MissingMilestones({
  codes,
  order,
}: {
  codes: readonly MilestoneCode[]
  order: MilestoneOrder
}) {
  const t = useT()
  const { permissions } = useSession()
  const { path } = useTabLocation()
  return (
    <ul>
      {codes.map((code) => {
        const milestone = t(`order.milestone.${code}`)
        const who = [...new Set(workersOf(code).flatMap(rolesWith))]
          .map((role) => t(`details.roles.${role}`))
          .join(t('ui.separator'))
        const place = milestonePlace(code, order, permissions)
        return (
          <li key={code}>
            {t('releases.missingOf', { milestone, who })}
            {place && !place.startsWith(`${path}?`) && (
              <>
                {' '}
                <Link href={place} aria-label={t('releases.toMilestone', { milestone })}>
                  {t('releases.toDo')}
                </Link>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
