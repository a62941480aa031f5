'use client'
import { noValue } from '@/components/ui/texts'
import { useT } from '@/lib/i18n/use-t'
import { type MilestoneCode, milestones } from '@/lib/rules/milestones'
import { rolesWith } from '@/lib/rules/roles'

/** What is still missing before the release, and who can clear it. */
export function MissingMilestones({
  codes,
  conditions = 0,
  short,
}: {
  codes: readonly MilestoneCode[]
  /** How many conditions of its approval are not met. */
  conditions?: number
  short?: boolean
}) {
  const t = useT()
  const nameOf = (code: MilestoneCode) => t(`order.milestone.${code}`)
  if (short) {
    const parts = codes.map(nameOf)
    if (conditions > 0) parts.push(t('releases.openConditions', { count: conditions }))
    return parts.length === 0 ? noValue : parts.join(t('ui.separator'))
  }
  return (
    <ul>
      {codes.map((code) => {
        const who = rolesWith(milestones[code].clears)
          .map((role) => t(`details.roles.${role}`))
          .join(t('ui.separator'))
        return <li key={code}>{t('releases.missingOf', { milestone: nameOf(code), who })}</li>
      })}
    </ul>
  )
}
