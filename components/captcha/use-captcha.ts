'use client'
import { useCallback, useRef, useState } from 'react'
import { request } from '@/lib/client/call'
import { identity } from '@/lib/domains/identity/contract'

/** 4 random digits and the epoch ms: new at each draw, bound to one captcha. */
export function newRedomStr(now = Date.now()): string {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
  return String(random % 10_000).padStart(4, '0') + now
}

/**
 * The captcha of a public form: none until the first `draw()`. `image` is a data URL, null while it is drawn or
 * when drawing failed; a click draws again. The work beneath it is done while its characters are read; `worked()`
 * resolves when it is, at once as a rule.
 */
export function useCaptcha() {
  const [image, setImage] = useState<string | null>(null)
  const [redomStr, setRedomStr] = useState<string | null>(null)
  const latest = useRef(new AbortController())
  const work = useRef<Promise<void>>(Promise.resolve())

  const draw = useCallback(async (account?: string) => {
    const key = newRedomStr()
    latest.current.abort()
    const own = new AbortController()
    latest.current = own
    setRedomStr(key)
    setImage(null)
    const drawing = request(identity.captcha, { redomStr: key, account })
    // From now on: the work of the one before is none of this one's.
    work.current = drawing.then(
      (drawn) => prove(key, drawn, own.signal),
      () => undefined,
    )
    try {
      const { image: drawn } = await drawing
      if (!own.signal.aborted) setImage(`data:image/png;base64,${drawn}`)
    } catch {
      // The empty picture stays; a click on it tries again.
    }
  }, [])
  const worked = useCallback(() => work.current, [])

  return { shown: redomStr !== null, image, redomStr, draw, worked }
}

/** Never rejects: without it the captcha's answer is refused, and the next one is drawn. */
async function prove(
  redomStr: string,
  { salt, bits }: { salt: string; bits: number },
  signal: AbortSignal,
): Promise<void> {
  try {
    // Comes when a captcha is shown, which most sign-ins never see.
    const { solveProof } = await import('@/lib/client/solve-proof')
    const nonce = await solveProof(salt, bits, signal)
    await request(identity.captchaProof, { redomStr, nonce }, { signal })
  } catch {
    // Said above.
  }
}
