'use client'
import dynamic from 'next/dynamic'
import { type ComponentType, useEffect } from 'react'
import { EmptyState } from '@/components/ui/states'
import { useTab } from '@/components/ui/tab-port'
import { useT } from '@/lib/i18n/use-t'
import { type ScreenReference, screenOf } from '@/lib/rules/screen-references'

/**
 * The screens that an entry of the menu may name in `remark`, by the folder they stand in. Each comes in a file of its
 * own when it is shown. Their names are in lib/rules/screen-references.ts. A screen that needs a record in its address is none of them.
 */
const screens: Readonly<Record<ScreenReference, ComponentType>> = {
  'create/index': dynamic(() => import('../../create/index/screen').then((file) => file.IntakeListScreen)),
  'create/history': dynamic(() =>
    import('../../create/history/screen').then((file) => file.IntakeHistoryScreen),
  ),
  'mycheopeone/index': dynamic(() =>
    import('../../mycheopeone/index/screen').then((file) => file.PrePoolScreen),
  ),
  'order/query': dynamic(() => import('../../order/query/screen').then((file) => file.OrderQueryScreen)),
}

/**
 * @param name what the entry is called, and its tab
 * @param reference as the menu has it; slashes at its ends do not count
 */
export function RegisteredScreen({ name, reference }: { name: string; reference: string }) {
  const t = useT()
  const { setLabel } = useTab()
  useEffect(() => setLabel(name), [setLabel, name])
  const key = screenOf(reference)
  const Screen = key && screens[key]
  if (Screen) return <Screen />
  return (
    <EmptyState
      title={t('shell.screenUnknown', { name })}
      hint={t('shell.screenUnknownHint', { reference: reference || '–' })}
    />
  )
}
