'use client'
import { useSyncExternalStore } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { TopButton } from './top-button'

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/** 全屏 and 退出全屏. It follows Escape and the browser's own ways out; a browser that cannot has no button. */
export function FullScreenButton() {
  const t = useT()
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  )
  const can = useSyncExternalStore(
    subscribe,
    () => document.fullscreenEnabled,
    () => true,
  )
  if (!can) return null
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <TopButton
      icon={isFull ? 'shrink' : 'fit'}
      label={t(isFull ? 'shell.exitFullScreen' : 'shell.fullScreen')}
      // Refused where a policy of the browser forbids it: then nothing changes.
      onClick={() => void toggle().catch(() => {})}
    />
  )
}
