'use client'
import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'

/** True where a click wants this page here: no new window, no download. */
export const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * A link to a page of the console, shown without a full load. Next's own is five times as big for fetching pages
 * ahead, which a console does not do: each page is one user's and as old as the moment it was fetched. What opens
 * elsewhere or downloads is an `a`.
 */
export default function Link({
  href,
  onClick,
  ...props
}: Omit<ComponentProps<'a'>, 'target' | 'download'> & { href: string }) {
  const router = useRouter()
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        router.push(href)
      }}
    />
  )
}
