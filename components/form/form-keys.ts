import { focusField, isTypedIn } from './error-paths'

/** Keys of a long form, for those who never take the hands off the keyboard. */

type Pressed = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  target: EventTarget
}

const isCommand = ({ ctrlKey, metaKey, altKey, shiftKey }: Pressed) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey

/**
 * Ctrl+↓: to the next place, in the order of the page, that is asked for and empty or wrong, round to the first; when
 * there is none, to the button that submits.
 */
export function toNextMissing(form: HTMLElement, event: Pressed): boolean {
  if (event.key !== 'ArrowDown' || !isCommand(event)) return false
  const places = [...form.querySelectorAll<HTMLElement>('[data-missing], [data-field]:has([aria-invalid])')]
  const others = places.filter((place) => !place.contains(event.target as Node))
  const isAfter = (place: HTMLElement) =>
    (event.target as Node).compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING
  const next = others.find(isAfter) ?? others[0]
  if (next) focusField(next)
  else if (places.length === 0) form.querySelector<HTMLElement>('[type="submit"]')?.focus()
  return true
}

/**
 * Ctrl+↑: to the tools of the section (fold, add, remove), those of the row first; ← and → go among them, Escape back
 * to the fields. They are no Tab stops.
 */
export function toTools(_: HTMLElement, event: Pressed): boolean {
  const target = event.target as HTMLElement
  const section = target.closest<HTMLElement>('[data-part]')
  if (!section) return false
  const tools = [...section.querySelectorAll<HTMLElement>('[data-tools] button')]
  const at = tools.indexOf(target)
  if (event.key === 'ArrowUp' && isCommand(event)) {
    const own = target.closest('[data-row]')
    const nearest = tools.find((tool) => own?.contains(tool)) ?? tools[0]
    nearest?.focus()
    return nearest !== undefined
  }
  if (at < 0) return false
  if (event.key === 'ArrowRight') tools[(at + 1) % tools.length]?.focus()
  else if (event.key === 'ArrowLeft') tools.at(at - 1)?.focus()
  else if (event.key === 'Escape') {
    const scope = target.closest('[data-row]') ?? section
    const controls = [...scope.querySelectorAll<HTMLElement>('input, select, textarea')]
    controls.find(isTypedIn)?.focus()
  } else return false
  return true
}
