'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { connectToasts, type Toast } from './toast'

const ToastStack = dynamic(() => import('./toast-stack'), { ssr: false })

/** Where toasts appear, once in the page. What draws them is downloaded with the first one. */
export function Toaster() {
  const [first, setFirst] = useState<Toast | null>(null)
  useEffect(() => {
    connectToasts(setFirst)
    return () => connectToasts(undefined)
  }, [])
  return first && <ToastStack first={first} />
}
