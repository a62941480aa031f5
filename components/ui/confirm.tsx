'use client'
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { lazyPart, loadAhead } from '@/components/ui/lazy-part'

export type Question = {
  message: ReactNode
  /** Default 提示. */
  title?: string
  /** Default 确定; says what happens, such as 作废. */
  ok?: string
  /** Default 取消. */
  cancel?: string
  /** `danger` where the answer cannot be taken back. */
  tone?: 'normal' | 'danger'
}
export type Asked = Question & { answer: (yes: boolean) => void }

const load = () => import('./confirm-dialog')
const ConfirmDialog = lazyPart(load)
const ConfirmContext = createContext<((question: Question) => Promise<boolean>) | null>(null)

/** Makes {@link useConfirm} work for everything inside. One question at a time; a second one waits. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<readonly Asked[]>([])

  const confirm = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const item: Asked = {
          ...question,
          answer: (yes) => {
            resolve(yes)
            setAsked((now) => now.filter((other) => other !== item))
          },
        }
        setAsked((now) => [...now, item])
        // A question that cannot be shown is answered with no: nothing is done, and whoever asks may ask again.
        load().catch(() => item.answer(false))
      }),
    [],
  )

  useEffect(() => loadAhead(load), [])
  const [first] = asked
  return (
    <ConfirmContext value={confirm}>
      {children}
      {first && <ConfirmDialog asked={first} />}
    </ConfirmContext>
  )
}

/**
 * Asks a yes-or-no question; false for 取消 and for Escape.
 *
 *     const confirm = useConfirm()
 *     if (await confirm({ message: t('order.voidQuestion'), ok: t('order.void'), tone: 'danger' })) …
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const confirm = use(ConfirmContext)
  if (confirm === null) throw new Error('useConfirm needs a ConfirmProvider around it')
  return confirm
}
