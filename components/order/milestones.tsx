'use client'
import { CreditCard, FileText, JapaneseYen, Key, Landmark, SatelliteDish, ShieldCheck, Video } from 'lucide'
import { type AnyIcon, Icon } from '@/components/ui/icon'
import { DateTimeText } from '@/components/ui/texts'
import { useTips } from '@/components/ui/tips'
import {
  milestoneCodes as codes,
  type MilestoneCode,
  workersOf,
} from '@/lib/domains/identity/rules/milestones'
import { rolesWith } from '@/lib/domains/identity/rules/roles'
import type { MilestoneView } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './order.module.css'
import { useRoleName } from './role-name'

const icons: Record<MilestoneCode, AnyIcon> = {
  video: Video,
  card: CreditCard,
  econtract: FileText,
  first_payment: JapaneseYen,
  gps: SatelliteDish,
  insurance: ShieldCheck,
  mortgage: Key,
  funder: Landmark,
}

/** All milestones of an order, those reached lit (domain.md 2.1). One image for a screen reader: it names the lit ones. */
export function MilestoneIcons({ lit }: { lit: readonly string[] }) {
  const t = useT()
  useTips()
  const names = codes.filter((code) => lit.includes(code)).map((code) => t(`order.milestone.${code}`))
  return (
    <span
      className={styles.milestones}
      role="img"
      aria-label={names.join(t('ui.separator')) || t('order.noMilestone')}
    >
      {codes.map((code) => (
        <span key={code} data-lit={lit.includes(code) || undefined} data-tip={t(`order.milestone.${code}`)}>
          <Icon name={icons[code]} size={14} />
        </span>
      ))}
    </span>
  )
}

/** All milestones one below the other: when each was reached and by whom, and whether the release waits for it. */
export function MilestoneList({
  reached,
  gates,
}: {
  reached: readonly MilestoneView[]
  gates: readonly MilestoneCode[]
}) {
  const t = useT()
  const roleName = useRoleName()
  const whoClears = (code: MilestoneCode) =>
    t('details.clearedBy', {
      roles: [...new Set(workersOf(code).flatMap(rolesWith))].map(roleName).join(t('ui.separator')),
    })
  return (
    <ul className={styles.milestoneList}>
      {codes.map((code) => {
        const { at, actorName, actorRole } = reached.find((one) => one.code === code) ?? {}
        return (
          <li key={code} data-lit={at !== undefined || undefined}>
            <Icon name={icons[code]} size={14} />
            <span>
              {t(`order.milestone.${code}`)}
              {gates.includes(code) && <small>{t('details.gate')}</small>}
            </span>
            <em>{at === undefined ? t('details.milestoneOpen') : <DateTimeText value={at} />}</em>
            {gates.includes(code) && at === undefined && <small>{whoClears(code)}</small>}
            {actorName && (
              <small>{[actorName, actorRole && roleName(actorRole)].filter(Boolean).join(' · ')}</small>
            )}
          </li>
        )
      })}
    </ul>
  )
}
