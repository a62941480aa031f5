/**
 * The keys of the frame, in the order in which the sheet lists them. Browsers and systems keep Ctrl+W, Ctrl+Tab and
 * their like for themselves; these they leave to pages. Letters are known by their place on the keyboard: with Alt, a
 * Mac types another character. A sign is known by itself: keyboards have it in different places. What each does is said in the
 * catalogue under `keys.<id>`.
 */
export const shortcuts = [
  { id: 'palette', group: 'find', code: 'KeyK', primary: true },
  { id: 'sheet', group: 'find', char: '?' },
  { id: 'nextTab', group: 'tabs', code: 'PageDown', alt: true },
  { id: 'previousTab', group: 'tabs', code: 'PageUp', alt: true },
  { id: 'closeTab', group: 'tabs', code: 'KeyW', alt: true },
  { id: 'reopenTab', group: 'tabs', code: 'KeyT', alt: true, shift: true },
  { id: 'nextCase', group: 'tabs', code: 'KeyJ', alt: true },
  { id: 'previousCase', group: 'tabs', code: 'KeyK', alt: true },
  { id: 'moveTabLeft', group: 'tabs', code: 'PageUp', alt: true, shift: true },
  { id: 'moveTabRight', group: 'tabs', code: 'PageDown', alt: true, shift: true },
] as const satisfies readonly Shortcut[]

type Shortcut = {
  id: string
  group: 'find' | 'tabs'
  alt?: true
  shift?: true
  /** ⌘ on a Mac, Ctrl elsewhere. */
  primary?: true
} & ({ code: string } | { char: string })

export type ShortcutId = (typeof shortcuts)[number]['id']

type Keys = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'target'
>

/** True where this is a keyboard of Apple's. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]')

/**
 * The meaning of a key; undefined for all other keys, while a candidate is being composed, and for a bare sign where it
 * is text.
 */
export function shortcutOf(event: Keys, apple = isApple()): ShortcutId | undefined {
  if (event.isComposing || (apple ? event.ctrlKey : event.metaKey)) return undefined
  const isPrimary = apple ? event.metaKey : event.ctrlKey
  return shortcuts.find((one: Shortcut) => {
    if (isPrimary !== (one.primary ?? false) || event.altKey !== (one.alt ?? false)) return false
    if ('char' in one) return event.key === one.char && !isField(event.target)
    return event.code === one.code && event.shiftKey === (one.shift ?? false)
  })?.id
}

/** The names of a shortcut's keys as they stand on the keyboard, in the order of the system. */
export function keyNames(one: Shortcut, apple = isApple()): string[] {
  const key = 'char' in one ? one.char : one.code.replace('Key', '')
  const held = apple
    ? [one.alt && '⌥', one.shift && '⇧', one.primary && '⌘']
    : [one.primary && 'Ctrl', one.alt && 'Alt', one.shift && 'Shift']
  return [...held.filter((name) => typeof name === 'string'), key]
}
