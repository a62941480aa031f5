import { forget, keep, recall } from './storage.ts'

/**
 * The position to which somebody had scrolled in the page that he loads again, and in the parts of it that scroll by
 * themselves.
 */

const name = 'nlos-scroll'
/** Content may come so late and still be scrolled; what the user does ends it sooner. */
const patienceMs = 5_000
const byHand = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

type Kept = { address: string; places: readonly { path: readonly number[]; top: number }[] }

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'address' in value && 'places' in value

const addressNow = () => location.pathname + location.search

/** The page that is shown, among those that are only put away. */
const shownIn = (content: Element) => [...content.children].find((child) => !child.hasAttribute('hidden'))

/** As steps from child to child, which a page that is drawn anew has too. */
function pathTo(element: Element, top: Element): number[] {
  const path: number[] = []
  for (let at = element; at !== top && at.parentElement; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at))
  return path
}

function keepScroll(content: Element): void {
  const page = shownIn(content)
  const scrolled = page ? [...page.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0) : []
  if (!page || scrolled.length === 0) {
    forget(name)
    return
  }
  const places = scrolled.map((element) => ({ path: pathTo(element, page), top: element.scrollTop }))
  keep(name, { address: addressNow(), places } satisfies Kept, 'session')
}

function scrollBack(content: Element, { places }: Kept): void {
  const page = shownIn(content)
  for (const { path, top } of places) {
    const element = path.reduce<Element | undefined>((at, step) => at?.children[step], page)
    if (element && element.scrollTop !== top) element.scrollTop = top
  }
}

/**
 * Scrolls back as its content comes, and remembers for the next load.
 * @returns what ends both
 */
export function returnScroll(content: Element): () => void {
  const kept = recall(name)
  const remember = () => keepScroll(content)
  addEventListener('pagehide', remember)
  if (!isKept(kept) || kept.address !== addressNow()) return () => removeEventListener('pagehide', remember)
  const again = () => scrollBack(content, kept)
  const observer = new MutationObserver(again)
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of byHand) removeEventListener(event, end)
  }
  const timer = setTimeout(end, patienceMs)
  for (const event of byHand) addEventListener(event, end, { passive: true })
  observer.observe(content, { childList: true, subtree: true })
  again()
  return () => {
    end()
    removeEventListener('pagehide', remember)
  }
}
