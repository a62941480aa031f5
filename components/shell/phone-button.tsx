'use client'
import { askForCall } from '@/lib/client/phone-desk'
import { useT } from '@/lib/i18n/use-t'
import { TopButton } from './top-button'

/** 电话: asks for the telephone, which stands in the frame. */
export function PhoneButton() {
  const t = useT()
  return (
    <TopButton icon="phone" label={t('shell.phone')} aria-haspopup="dialog" onClick={() => askForCall()} />
  )
}
