'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Notice } from '@/components/ui/notice'
import { q } from '@/lib/client/query'
import { system } from '@/lib/domains/system/contract'
import { useT } from '@/lib/i18n/use-t'

const DraftsDialog = lazyPart(() => import('./drafts-dialog'), ['forms'])

/** The number of drafts that the user has, counted anew whenever the page is shown. */
function useDraftCount(): number {
  return useQuery({ ...q(system.drafts, {}), refetchOnMount: 'always' }).data?.drafts.length ?? 0
}

/** 草稿 (2): opens the list of what was typed and not submitted; nothing where there is none. */
export function DraftsButton() {
  const t = useT()
  const count = useDraftCount()
  const [open, setOpen] = useState(false)
  return (
    <>
      {count > 0 && (
        <ActionButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('intake.drafts', { count })}
        </ActionButton>
      )}
      {open && <DraftsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Says above a new form that others are waiting: none of them is filled in by itself. */
export function DraftsNotice() {
  const t = useT()
  const count = useDraftCount()
  const [open, setOpen] = useState(false)
  return (
    <>
      {count > 0 && (
        <Notice tone="waiting">
          {t('intake.draftsWait', { count })}
          <ActionButton variant="text" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('intake.draftsShow')}
          </ActionButton>
        </Notice>
      )}
      {open && <DraftsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
