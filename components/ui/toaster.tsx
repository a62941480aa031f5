'use client'
import { useEffect, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { connectToasts, type Toast } from './toast'

const ToastStack = lazyPart(() => import('./toast-stack'))

/** Where toasts appear, once in the page. What draws them is downloaded with the first one. */
export function Toaster() {
  const [first, setFirst] = useState<Toast | null>(null)
  useEffect(() => {
    connectToasts(setFirst)
    return () => connectToasts(undefined)
  }, [])
  return first && <ToastStack first={first} />
}
