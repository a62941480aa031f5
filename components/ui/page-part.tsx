'use client'
import type { ReactNode } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { Notice } from './notice'
import { PartBoundary } from './part-boundary'

function PartFailed() {
  const t = useT()
  return <Notice tone="rejected">{t('ui.partFailed')}</Notice>
}

/** A part of a page whose answer may be of another shape than was agreed: it says so in its place, and the page goes on. */
export const PagePart = ({ children }: { children: ReactNode }) => (
  <PartBoundary instead={<PartFailed />}>{children}</PartBoundary>
)
