'use client'
import { Icon, type IconName } from '@/components/ui/icon'
import { useTips } from '@/components/ui/tips'
import { useT } from '@/lib/i18n/use-t'
import { type MilestoneCode, milestones } from '@/lib/rules/order-states'
import styles from './order.module.css'

const icons: Record<MilestoneCode, IconName> = {
  video: 'video',
  card: 'card',
  econtract: 'document',
  first_payment: 'coin',
  gps: 'satellite',
  insurance: 'shield',
  mortgage: 'key',
  funder: 'bank',
}
const codes = Object.keys(milestones) as MilestoneCode[]

/** All milestones of an order, those reached lit (domain.md 2.1). One image for a screen reader: it names the lit ones. */
export function MilestoneIcons({ lit }: { lit: readonly string[] }) {
  const t = useT()
  useTips()
  const names = codes.filter((code) => lit.includes(code)).map((code) => t(`order.milestone.${code}`))
  return (
    <span className={styles.milestones} role="img" aria-label={names.join('、') || t('order.noMilestone')}>
      {codes.map((code) => (
        <span key={code} data-lit={lit.includes(code) || undefined} data-tip={t(`order.milestone.${code}`)}>
          <Icon name={icons[code]} size={14} />
        </span>
      ))}
    </span>
  )
}

/** All milestones one below the other, with whether they are reached and whether the release waits for them. */
export function MilestoneList({ lit, gates }: { lit: readonly string[]; gates: readonly MilestoneCode[] }) {
  const t = useT()
  return (
    <ul className={styles.milestoneList}>
      {codes.map((code) => {
        const reached = lit.includes(code)
        return (
          <li key={code} data-lit={reached || undefined}>
            <Icon name={icons[code]} size={14} />
            <span>{t(`order.milestone.${code}`)}</span>
            {gates.includes(code) && <small>{t('details.gate')}</small>}
            <em>{t(reached ? 'details.milestoneLit' : 'details.milestoneOpen')}</em>
          </li>
        )
      })}
    </ul>
  )
}
