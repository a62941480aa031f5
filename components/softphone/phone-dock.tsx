'use client'
import { useEffect, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { type CallWish, connectPhone } from '@/lib/client/phone-desk'
import type { PhoneSetting } from '@/lib/domains/voice/rules/phone-setting'
import { useT } from '@/lib/i18n/use-t'

const Softphone = lazyPart(() => import('./softphone'), ['forms', 'dialogs'])

/**
 * The place of the telephone in the frame, so that it outlives the tabs. Nothing of it is loaded before somebody asks.
 *
 * @param setting the tenant's telephone; without one asking says so
 */
export function PhoneDock({ setting }: { setting: PhoneSetting | undefined }) {
  const t = useT()
  const [wish, setWish] = useState<CallWish>()
  useEffect(
    () =>
      connectPhone(setting !== undefined, (next) => {
        if (setting) setWish({ ...next })
        else toast.error(t('shell.phoneNotSet'))
      }),
    [setting, t],
  )
  if (!setting || !wish) return null
  return <Softphone setting={setting} wish={wish} onEnd={() => setWish(undefined)} />
}
