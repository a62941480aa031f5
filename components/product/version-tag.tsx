'use client'
import { StatusTag } from '@/components/ui/status-tag'
import type { VersionState } from '@/lib/domains/products/rules/product-versions'
import { useT } from '@/lib/i18n/use-t'

const tones = {
  draft: 'waiting',
  coming: 'working',
  offered: 'passed',
  superseded: 'closed',
  stopped: 'closed',
} as const

/** The state of a version of a product. */
export function VersionTag({ state }: { state: VersionState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`product.states.${state}`)}</StatusTag>
}
