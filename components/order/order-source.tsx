'use client'
import type { OrderSource as Source } from '@/lib/domains/orders/rules/order-source'
import { useT } from '@/lib/i18n/use-t'

/** 来源: who typed the order first. */
export function OrderSource({ of }: { of: Source }) {
  return useT()(`collect.${of}`)
}
