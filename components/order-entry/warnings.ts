'use client'
import { createContext, use, useMemo } from 'react'
import { notesByField, type ReviewMark } from '@/lib/domains/orders/rules/review-marks'
import { useT } from '@/lib/i18n/use-t'

/** Path of a field to what is worth a look there and does not stop the form. */
export type Warnings = Readonly<Record<string, string>>

export const WarningsContext = createContext<Warnings>({})

/** Everything that a reviewer asked to be mended, at its fields. */
export function useMarkWarnings(marks: readonly ReviewMark[] | undefined): Warnings {
  const t = useT()
  return useMemo(
    () =>
      Object.fromEntries(
        [...notesByField(marks ?? [])].map(([path, note]) => [path, t('form.toMend', { note })]),
      ),
    [marks, t],
  )
}

export function useWarnings(): Warnings {
  return use(WarningsContext)
}
