'use client'
import { useCallback, useRef, useState } from 'react'
import { request } from '@/lib/client/call'
import { identity } from '@/lib/contracts/identity'

/** 4 random digits and the epoch ms: new at each draw, bound to one captcha. */
export function newRedomStr(now = Date.now()): string {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
  return String(random % 10_000).padStart(4, '0') + now
}

/**
 * The captcha of a public form: none until the first `draw()`. `image` is a data URL, null while it is drawn or
 * when drawing failed; a click draws again.
 */
export function useCaptcha() {
  const [image, setImage] = useState<string | null>(null)
  const [redomStr, setRedomStr] = useState<string | null>(null)
  const latest = useRef('')

  const draw = useCallback(async () => {
    const key = newRedomStr()
    latest.current = key
    setRedomStr(key)
    setImage(null)
    try {
      const { svg } = await request(identity.captcha, { redomStr: key })
      if (latest.current === key) setImage(`data:image/svg+xml,${encodeURIComponent(svg)}`)
    } catch {
      // The empty picture stays; a click on it tries again.
    }
  }, [])

  return { shown: redomStr !== null, image, redomStr, draw }
}
