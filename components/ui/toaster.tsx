'use client'
import { useEffect, useState } from 'react'
import { lazyPart, loadAhead } from '@/components/ui/lazy-part'
import { connectToasts, type Toast } from './toast'

const load = () => import('./toast-stack')
const ToastStack = lazyPart(load)

/** Where toasts appear, once in the page. What draws them is downloaded ahead of the first one. */
export function Toaster() {
  const [first, setFirst] = useState<Toast | null>(null)
  useEffect(() => {
    connectToasts(setFirst)
    return () => connectToasts(undefined)
  }, [])
  useEffect(() => loadAhead(load), [])
  return first && <ToastStack first={first} />
}
