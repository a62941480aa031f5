'use client'
import { useQuery } from '@tanstack/react-query'
import { Radar } from 'lucide'
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { q } from '@/lib/client/query'
import { relations } from '@/lib/domains/relations/contract'
import { keysInForm } from '@/lib/domains/relations/rules/relation-keys'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const RelationDialog = lazyPart(() => import('./relation-dialog'))

/** So long nothing is typed before it is asked for. */
const quietMs = 800

/**
 * 关联雷达 of a form: what its whole values are tied to, once typing rests. Nothing shows until something is found; then
 * a button in the form's bar says how much, and opens it.
 */
export default function RelationWatch({ orderId }: { orderId: number | undefined }) {
  const t = useT()
  const keys = useRestedKeys()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    ...q(relations.look, { keys, orderId }),
    enabled: keys.length > 0,
    // Everything that is found stays until there is an answer for what was typed since.
    placeholderData: (former) => former,
  })
  const { orders = [], known = [], outside } = data ?? {}
  const count = orders.filter(({ step }) => step === 1).length + known.length + (outside?.count ?? 0)
  const found = keys.length > 0 && count > 0 ? data : undefined
  return (
    <>
      <span role="status">
        {found && (
          <ActionButton icon={Radar} onClick={() => setOpen(true)} aria-haspopup="dialog">
            {t('relations.found', { count })}
          </ActionButton>
        )}
      </span>
      {open && found && <RelationDialog view={found} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The whole values of the form around, once typing rests; the same list as long as they are the same. */
function useRestedKeys() {
  const { watch, getValues } = useFormContext()
  const [keys, setKeys] = useState(() => keysInForm(getValues()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      const now = keysInForm(getValues())
      setKeys((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
    }
    const { unsubscribe } = watch(() => {
      clearTimeout(timer)
      timer = setTimeout(read, quietMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [watch, getValues])
  return keys
}
