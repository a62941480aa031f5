'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { ReadingDialog } from '@/components/form/reading-dialog'
import { listOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { releases } from '@/lib/domains/releases/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

export type ReleaseCase = OutputOf<typeof releases.get>

/** Reads the release of an order before a dialog shows its form. */
export function ReleaseReading({
  orderId,
  title,
  onClose,
  children,
}: {
  orderId: number
  title: string
  onClose: () => void
  children: (data: ReleaseCase) => ReactNode
}) {
  const { data, error, refetch } = useQuery(q(releases.get, { orderId }))
  if (data) return children(data)
  return <ReadingDialog title={title} error={error} onRetry={refetch} onClose={onClose} width={560} />
}

const F = fieldsFor<{ payee: string }>()

/** The account that the money goes to: one of those that are audited. */
export function PayeeField({ payees }: Pick<ReleaseCase, 'payees'>) {
  const t = useT()
  return (
    <F.Radio
      name="payee"
      label={t('releases.payee')}
      help={payees.length === 0 ? t('releases.refusals.noPayee') : undefined}
      options={listOptions(
        payees.map(({ key, name, account, bank }) => ({ value: key, label: `${name} ${account} ${bank}` })),
      )}
      required
    />
  )
}
