'use client'
import { useT } from '@/lib/i18n/use-t'
import type { OrderSource as Source } from '@/lib/rules/collect'

/** 来源: who typed the order first. */
export function OrderSource({ of }: { of: Source }) {
  return useT()(`collect.${of}`)
}
