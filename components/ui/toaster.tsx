'use client'
import { useEffect, useState } from 'react'
import { lazyPart, loadAhead } from '@/components/ui/lazy-part'
import { connectToasts, type Toast } from './toast'

const load = () => import('./toast-stack')
const ToastStack = lazyPart(load)

/** The place where toasts appear, once in the page. The part that draws them is downloaded ahead of the first one. */
export function Toaster() {
  // A toast that comes before it is there waits for it, in order: the second one takes no first one's place.
  const [early, setEarly] = useState<readonly Toast[]>([])
  useEffect(() => {
    connectToasts((toast) => setEarly((before) => [...before, toast]))
    return () => connectToasts(undefined)
  }, [])
  useEffect(() => loadAhead(load), [])
  return early.length > 0 && <ToastStack early={early} />
}
