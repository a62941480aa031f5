'use client'
import { SquareCheck, SquareDashed, TriangleAlert } from 'lucide'
import { IconButton } from '@/components/ui/action-button'
import { useT } from '@/lib/i18n/use-t'
import styles from './evidence.module.css'
import { useProvable } from './evidence-scope'

/**
 * Beside a field: where its proof lies, or the way to pin it. Nothing on a page without an `EvidenceScope`.
 *
 *     <ProofMark field="customer.idNo" label={t('columns.idNo')} />
 */
export function ProofMark({ field, label }: { field: string; label: string }) {
  const t = useT()
  const scope = useProvable(field, label, true)
  if (!scope) return null
  const pins = scope.pins.filter((pin) => pin.field === field)
  const pin = pins.find(({ state }) => state === 'holds') ?? pins[0]
  if (pin) {
    const holds = pin.state === 'holds'
    const says = `${t('evidence.show', { field: label })} · ${t(`evidence.${pin.state}`)}`
    return (
      <span className={styles.proof} data-state={pin.state}>
        <IconButton
          icon={holds ? SquareCheck : TriangleAlert}
          size="small"
          label={says}
          onClick={() => scope.show(pin)}
        />
      </span>
    )
  }
  if (!scope.may) return null
  const isWanted = scope.wanted.some((one) => one.field === field)
  return (
    <span className={styles.proof} data-state={isWanted ? 'wanted' : 'none'}>
      <IconButton
        icon={SquareDashed}
        size="small"
        label={t('evidence.pin', { field: label })}
        aria-pressed={scope.marking?.field === field}
        onClick={() => scope.mark(scope.marking?.field === field ? null : { field })}
      />
    </span>
  )
}
