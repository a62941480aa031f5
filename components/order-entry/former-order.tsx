'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Path, type UseFormReturn, useWatch } from 'react-hook-form'
import { ActionButton } from '@/components/ui/action-button'
import { DateTimeText } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { applications } from '@/lib/domains/orders/contract'
import type { EntryValues } from '@/lib/domains/orders/rules/entry/entry-values'
import { useT } from '@/lib/i18n/use-t'
import { vin as isWrongVin } from '@/lib/rules/vin'
import styles from './order-entry.module.css'

type EntryFormApi = UseFormReturn<EntryValues, unknown, EntryValues>

/** Offers what a former order of the VIN says of the car, as far as the clerk may see that order. */
export function FormerOrder({ form, orderId }: { form: EntryFormApi; orderId: number }) {
  const t = useT()
  const vin = useWatch({ control: form.control, name: 'vehicle.vin' }).trim()
  const [taken, setTaken] = useState('')
  const { data } = useQuery({
    ...q(applications.formerOrder, { orderId, vin }),
    enabled: vin !== '' && isWrongVin(vin) === null,
    staleTime: 10 * 60_000,
  })
  const former = data?.former
  if (!former || taken === former.orderNo) return null
  const take = () => {
    const fields = { vehicle: former.vehicle, appraisal: former.appraisal }
    for (const [section, values] of Object.entries(fields))
      for (const [name, value] of Object.entries(values))
        form.setValue(`${section}.${name}` as Path<EntryValues>, value, { shouldDirty: true })
    setTaken(former.orderNo)
  }
  return (
    <p className={styles.former} role="status">
      {t('record.formerFound', { orderNo: former.orderNo })} <DateTimeText value={former.createdAt} />
      <ActionButton size="small" onClick={take}>
        {t('record.formerTake')}
      </ActionButton>
    </p>
  )
}
