'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { cityOptions } from '@/components/order-entry/city-options'
import { callOptions, listOptions, type OptionSource } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import {
  emptyIntake,
  type IntakeSectionName,
  type IntakeValues,
} from '@/lib/domains/orders/rules/entry/intake'
import type { Template } from '@/lib/domains/orders/rules/entry/template'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import { products } from '@/lib/domains/products/contract'
import { useT } from '@/lib/i18n/use-t'

const shops = callOptions(products.shops, {}, (rows) =>
  // A shop that takes no orders is shown with the reason, which its people look for here.
  rows.map(({ id, name, closed }) => ({
    value: String(id),
    label: closed === null ? name : closed.startsWith(name) ? closed : `${name}：${closed}`,
    off: closed !== null,
  })),
)
const salesmen = callOptions(products.staff, {}, (rows) =>
  rows.map(({ id, name, account }) => ({ value: String(id), label: `${name}（${account}）` })),
)

type Choices = Partial<Record<IntakeSectionName, Record<string, OptionSource>>>

/**
 * Everything that the fields of an intake choose from that have no dictionary, and the template of the product chosen.
 */
export function useIntakeChoices(
  form: UseFormReturn<IntakeValues, unknown, IntakeValues>,
  templateCode: string | undefined,
): { choices: Choices; template: Template } {
  const t = useT()
  const { data: offered } = useQuery({ ...q(products.options, {}), staleTime: 10 * 60_000 })
  const [vehicleKind, productId, term] = useWatch({
    control: form.control,
    name: ['intent.vehicleKind', 'intent.productId', 'intent.term'],
  })
  const product = offered?.find(({ id }) => String(id) === productId)

  useEffect(() => {
    // A term that the product chosen does not have is no term.
    if (product && term !== '' && !product.terms.includes(Number(term))) {
      form.setValue('intent.term', '', { shouldDirty: true })
    }
  }, [product, term, form])

  const template = templateOf({ templateCode: product?.templateCode ?? templateCode ?? '' })
  const choices = useMemo(() => {
    const fitting = (offered ?? []).filter(
      ({ id, vehicleKinds, templateCode: own }) =>
        String(id) === productId ||
        ((templateCode === undefined || own === templateCode) &&
          (vehicleKind === '' || vehicleKinds.includes(vehicleKind))),
    )
    const terms = product?.terms ?? (term === '' ? [] : [Number(term)])
    return {
      shop: { shopId: shops, salesmanId: salesmen, applyCity: cityOptions },
      intent: {
        productId: listOptions(fitting.map(({ id, name }) => ({ value: String(id), label: name }))),
        term: listOptions(
          terms.map((months) => ({ value: String(months), label: t('details.terms', { count: months }) })),
        ),
      },
    }
  }, [offered, product, productId, templateCode, vehicleKind, term, t])
  return { choices, template }
}

/**
 * A new intake with what is no choice for this user filled in: the only shop, and the salesman who types the order
 * himself. Null until the shops are known.
 */
export function useNewIntake(): IntakeValues | null {
  const { user } = useSession()
  const isSalesman = useHasPermission('shop_user')
  const { data, isPending } = useQuery({ ...q(products.shops, {}), staleTime: 10 * 60_000 })
  return useMemo(() => {
    if (isPending) return null
    const values = emptyIntake()
    const open = data?.filter((shop) => shop.closed === null) ?? []
    if (open.length === 1) values.shop.shopId = String(open[0]?.id)
    if (isSalesman) values.shop.salesmanId = String(user.id)
    return values
  }, [data, isPending, isSalesman, user.id])
}
