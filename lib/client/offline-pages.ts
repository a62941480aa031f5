'use client'
/** Pages that open again without a network: what asks the worker of public/zxjd/offline-worker.js to keep them. */

const worker = { script: '/zxjd/offline-worker.js', scope: '/zxjd/' }
/** As the worker calls it. */
const store = 'nlos-offline'

/**
 * Keeps a page as the service draws it now, and what this page has loaded of scripts and styles. A browser that cannot
 * (no https, a private window) leaves it: the page then needs the network, as every other does.
 *
 * @param page its address on our own site, inside the worker's scope
 */
export async function keepOffline(page: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register(worker.script, { scope: worker.scope })
    const active = await begun(registration)
    active?.postMessage({ page, parts: loadedParts() })
  } catch {
    // The browser refuses: see above.
  }
}

/** Nobody reads in this browser what another one opened. */
export async function forgetOffline(): Promise<void> {
  if (typeof caches === 'undefined') return
  await caches.delete(store).catch(() => false)
}

function begun({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const coming = installing ?? waiting
  if (active || !coming) return Promise.resolve(active)
  return new Promise((resolve) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(coming)
      if (coming.state === 'redundant') resolve(null)
    })
  })
}

function loadedParts(): string[] {
  const tags = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[href]')
  const named = [...tags].map((tag) => ('src' in tag ? tag.src : tag.href))
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const isPart = (address: string) => address.startsWith(`${location.origin}/_next/static/`)
  return [...new Set([...named, ...loaded])].filter(isPart)
}
