/**
 * Opens a visit of due diligence again where there is no network: a phone that is handed to its camera may end the
 * page behind it. A visit that was opened with a network is kept, as the service draws it, with the scripts and styles
 * that it names and those that were loaded besides (lib/client/offline-pages.ts asks for that). With a network the service always has the first
 * word; a page that it sends elsewhere, because the session has ended or is locked, is kept no longer. A logout and a
 * sign-in take everything.
 *
 * A file of its own that no bundler touches: a browser asks for it by this address, which is what it may answer for.
 */
const STORE = 'nlos-offline'
const MAX_PAGES = 30
const MAX_PARTS = 600
/** A network that is there and carries nothing is none, in ms. */
const PATIENCE = 10_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const { page, parts } = event.data
  event.waitUntil(keep(page, parts).catch(() => undefined))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(open(request, url))
  else if (isPart(url)) event.respondWith(part(request))
})

/** The build names these by what is in them: a kept one is never stale. */
const isPart = ({ pathname }) => pathname.startsWith('/_next/static/')
/** Tabs write more into an address than what the page is of. */
const keyOf = (url) => `${url.pathname}?diligenceId=${url.searchParams.get('diligenceId')}`

async function keep(page, parts) {
  const store = await caches.open(STORE)
  const url = new URL(page, self.location.origin)
  const answer = await fetch(url, { redirect: 'manual' })
  if (!answer.ok) {
    await store.delete(keyOf(url))
    return
  }
  const named = (await answer.clone().text()).match(/\/_next\/static\/[\w./~-]+/g) ?? []
  for (const address of new Set([...parts, ...named])) {
    if (!(await store.match(address))) await store.add(address)
  }
  // Last: a page that is kept has what it needs.
  await store.put(keyOf(url), answer)
  const kept = await store.keys()
  const isOfPart = (request) => isPart(new URL(request.url))
  const pages = kept.filter((request) => !isOfPart(request))
  for (const old of pages.slice(0, -MAX_PAGES)) await store.delete(old)
  for (const old of kept.filter(isOfPart).slice(0, -MAX_PARTS)) await store.delete(old)
}

async function open(request, url) {
  const store = await caches.open(STORE)
  const kept = await store.match(keyOf(url))
  try {
    const answer = await fetch(request, kept && { signal: AbortSignal.timeout(PATIENCE) })
    if (kept && answer.type === 'opaqueredirect') await store.delete(keyOf(url))
    return answer
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

/** Also what a page loads after it was kept opens without a network. */
async function part(request) {
  const store = await caches.open(STORE)
  const kept = await store.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  // A phone that is full still shows its page.
  if (answer.ok) await store.put(request.url, answer.clone()).catch(() => undefined)
  return answer
}
