'use client'
import { useState } from 'react'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useT } from '@/lib/i18n/use-t'

const LinkDialog = lazyPart(() => import('./link-dialog'), ['forms'])

/** 采集链接: opens the dialog that makes links for customers. */
export function CollectLinkButton({ permit }: { permit: Permit }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionButton permit={permit} onClick={() => setOpen(true)}>
        {t('collect.makeLink')}
      </ActionButton>
      {open && <LinkDialog onClose={() => setOpen(false)} />}
    </>
  )
}
